package filter

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// ListNotEmpty keeps records whose list column has members, or has none.  The
// parameter belongs to an extension.
func ListNotEmpty(q *Query, name, column, extension string, p param.Opt[bool]) {
	if !ExtensionActive(q, name, extension) || !p.IsSet() {
		return
	}
	operator := "="
	if p.Value {
		operator = "<>"
	}
	q.AddCondition("? "+operator+" ''", q.Col(column))
	q.AddLinkParam(name, flag(p.Value))
}

// ExtensionActive notes a parameter whose extension is off and returns whether it is on.
func ExtensionActive(q *Query, name, extension string) bool {
	if q.Settings.Extension(extension) {
		return true
	}
	q.Errors.Add(name, extension+"-not-active", "%s needs the %s extension, which is not enabled here.",
		apierror.Param(name), extension)
	return false
}

// HideFromLists leaves out records that are hidden from lists, unless they are
// asked for by id, or the list has all.
func HideFromLists(q *Query) {
	if !q.hasInclude && !q.ShowHidden {
		q.addUnselective("? = ?", q.Col(q.Resource.HiddenColumn), q.Bind(false))
	}
}

// SlugEquals keeps the record with the slug, in any letter case.
func SlugEquals(q *Query, name string, p param.Opt[string]) {
	if p.IsSet() {
		q.narrow = true
		q.AddCondition("? = ?", q.Col("slug"), q.Bind(text.FoldSlug(p.Value)))
		q.AddLinkParam(name, p.Value)
	}
}

// Include keeps the records with the ids.  On posts it lifts the filters on
// dates and skips unknown ids; terms refuse unknown ones.
func Include(ctx context.Context, q *Query, name string, p param.Opt[[]int64]) {
	if !p.IsSet() {
		return
	}
	q.hasInclude, q.dateFilterOff, q.included, q.narrow = true, true, p.Value, true
	if !q.Resource.Post && !allExist(ctx, q, name, p.Value) {
		return
	}
	q.AddCondition("? ?", q.Col("id"), q.Store.SQL().In(&q.Args, p.Value))
	q.AddLinkParam(name, csv(p.Value))
}

// Exclude leaves out the terms with the ids, which must exist.
func Exclude(ctx context.Context, q *Query, name string, p param.Opt[[]int64]) {
	if !p.IsSet() || !allExist(ctx, q, name, p.Value) {
		return
	}
	q.AddCondition("? ?", q.Col("id"), q.Store.SQL().NotIn(&q.Args, p.Value))
	q.AddLinkParam(name, csv(p.Value))
}

// allExist notes IDs of the listed resource that do not exist.
func allExist(ctx context.Context, q *Query, name string, ids []int64) bool {
	found := findOwn(ctx, q, ids)
	for _, id := range ids {
		if !found[id] {
			q.Fail(name, "%s: there is no %s with the ID %s.",
				apierror.Param(name), apierror.Resource(q.Resource.Name), apierror.ID(id))
			return false
		}
	}
	return true
}

// ChildOf keeps records whose parent has the id.  For terms 0 means the top
// level.
func ChildOf(ctx context.Context, q *Query, name, column string, p param.Opt[int64]) {
	if !p.IsSet() {
		return
	}
	if (p.Value != 0 || q.Resource.Post) && !findOwn(ctx, q, []int64{p.Value})[p.Value] {
		q.Fail(name, "%s: there is no %s with the ID %s.",
			apierror.Param(name), apierror.Resource(q.Resource.Name), apierror.ID(p.Value))
		return
	}
	q.narrow = true
	q.AddCondition("? = ?", q.Col(column), q.Bind(p.Value))
	q.AddLinkParam(name, strconv.FormatInt(p.Value, 10))
}

// OfSeries keeps the dates of a series, and lifts the filters on dates.
func OfSeries(q *Query, name string, p param.Opt[int64]) {
	if p.IsSet() {
		q.dateFilterOff, q.narrow, q.few = true, true, true
		q.AddCondition("? = ?", q.Col("series_id"), q.Bind(p.Value))
		q.AddLinkParam(name, strconv.FormatInt(p.Value, 10))
	}
}

// Collapse keeps of each series the first date that passes the filters, in the order of the
// list.
func Collapse(q *Query, name string, p param.Opt[string]) {
	if p.IsSet() {
		q.Collapsed, q.needsFullResult = true, true // The first dates are found among all.
		q.AddLinkParam(name, p.Value)
	}
}

// HideEmpty leaves out terms without published events, unless the list is of
// one event's terms.  A term above one that has events stays, so that clients can
// build the tree.
func HideEmpty(q *Query, name string, p param.Opt[bool]) {
	if p.IsSet() {
		q.AddLinkParam(name, flag(p.Value))
	}
	switch {
	case !p.ValueOr(true) || q.from != nil:
		return
	case q.Resource.Hierarchical:
		below := termsBelow(q.Store, q.Resource, q.Col("id")).Where("(?) > 0", termCount(q.Store, bun.Ident("below.id")))
		q.AddCondition("((?) > 0 OR EXISTS (?))", q.TermCountExpr(), below)
	default:
		q.AddCondition("(?) > 0", q.TermCountExpr())
	}
	q.known = true
}

// csv writes ids as links carry them.
func csv(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

// NowUTC returns the current instant as a wall time in UTC, and notes that the list
// follows the clock.
func (q *Query) NowUTC() dates.WallTime {
	expireNextSecond(q)
	return dates.Zone{}.At(q.Settings.Now)
}

// HasCoordinates keeps records of which some place has coordinates, or none has.
func HasCoordinates(q *Query, name, extension string, link *model.Link, p param.Opt[bool]) {
	if !ExtensionActive(q, name, extension) || !p.IsSet() {
		return
	}
	q.AddLinkParam(name, flag(p.Value))
	not := ""
	if !p.Value {
		not = "NOT "
	}
	q.AddCondition(not+"EXISTS (?)", located(q, &q.Args, link.Target).ColumnExpr("1").
		Join("JOIN ? AS l ON l.? = o.id", bun.Ident(link.Table), bun.Ident(link.TargetColumn)).
		Where("l.? = ?", bun.Ident(link.SourceColumn), q.Col("id")))
}

// located selects visible places that have coordinates.
func located(q *Query, a *store.Args, k *model.Resource) *bun.SelectQuery {
	sq := q.Store.Builder().NewSelect().TableExpr("? AS o", bun.Ident(k.Plural)).
		Where("o.? IS NOT NULL", bun.Ident(k.LatitudeColumn)).Where("o.? IS NOT NULL", bun.Ident(k.LongitudeColumn))
	q.Scope.AllLanguages().WhereVisible(k.Permissions, a, "o", ConditionsOf(sq))
	return sq
}

// NearLatitude takes the latitude of a point; see NearLongitude.
func NearLatitude(q *Query, name, extension string, p param.Opt[float64]) {
	q.latitude = parseDegrees(q, name, extension, 90, p)
}

// parseDegrees checks one coordinate.  It returns nil when none or a bad one was
// sent.
func parseDegrees(q *Query, name, extension string, limit float64, p param.Opt[float64]) *float64 {
	if !p.IsPresent() || !ExtensionActive(q, name, extension) || !p.IsSet() {
		return nil
	}
	if math.Abs(p.Value) > limit || math.IsNaN(p.Value) {
		q.Fail(name, "%s must be a number from %g to %g.", apierror.Param(name), -limit, limit)
		return nil
	}
	q.AddLinkParam(name, strconv.FormatFloat(p.Value, 'f', -1, 64))
	return &p.Value
}

// kilometersPerMile is exact.
const kilometersPerMile = 1.609344

// maxRadius is how many kilometers no two places are apart.
const maxRadius = 20_100

// NearRadius takes how many kilometers a place is from the point at most, in the place of the
// deployment's radius.  It comes before NearLongitude.
func NearRadius(q *Query, name, extension string, p param.Opt[float64]) {
	if !ExtensionActive(q, name, extension) || !p.IsSet() {
		return
	}
	q.radius.name = name
	if !(p.Value > 0) || p.Value > maxRadius {
		q.Fail(name, "%s must be a number of kilometers above 0, at most %d.", apierror.Param(name), maxRadius)
		return
	}
	q.radius.miles = p.Value / kilometersPerMile
	q.AddLinkParam(name, strconv.FormatFloat(p.Value, 'f', -1, 64))
}

// NearLongitude takes the longitude and keeps records with a place within the
// radius of the point.  One coordinate without the other, or a radius without both, is
// noted.
func NearLongitude(
	ctx context.Context, q *Query, name, extension, latitude string, link *model.Link, lat, lng param.Opt[float64],
) {
	q.longitude = parseDegrees(q, name, extension, 180, lng)
	switch {
	case lat.IsSet() && !lng.IsPresent():
		q.Fail(name, "%s must be sent together with %s.", apierror.Param(name), apierror.Param(latitude))
	case lng.IsSet() && !lat.IsPresent():
		q.Fail(latitude, "%s must be sent together with %s.", apierror.Param(latitude), apierror.Param(name))
	case q.radius.name != "" && !lat.IsPresent() && !lng.IsPresent():
		q.Fail(q.radius.name, "%s must be sent together with %s and %s.",
			apierror.Param(q.radius.name), apierror.Param(latitude), apierror.Param(name))
	case q.latitude != nil && q.longitude != nil:
		ids, _ := q.Settings.Lookups.once(func() ([]int64, bool) {
			return findNear(ctx, q, link.Target, *q.latitude, *q.longitude), q.err == nil
		}, name, *q.latitude, *q.longitude, q.radius.miles)
		q.whereLinked(link, ids)
	}
}

// findNear returns the ids of the places within the radius.  The distance is
// computed here and not in SQL, so that both stores agree to the last digit;
// they only leave out what lies outside of a box around the circle, with room to spare.
func findNear(ctx context.Context, q *Query, k *model.Resource, lat, lng float64) []int64 {
	var args store.Args
	ids, radius := []int64{}, cmp.Or(q.radius.miles, q.Settings.RadiusMiles)
	band := latitudes(radius)
	sq := located(q, &args, k).ColumnExpr("o.id, o.?, o.?", bun.Ident(k.LatitudeColumn), bun.Ident(k.LongitudeColumn)).
		Where("o.? BETWEEN ? AND ?", bun.Ident(k.LatitudeColumn), args.Bind(lat-band), args.Bind(lat+band))
	if width := longitudes(lat, band); math.Abs(lng)+width < 180 {
		sq = sq.Where("o.? BETWEEN ? AND ?", bun.Ident(k.LongitudeColumn), args.Bind(lng-width), args.Bind(lng+width))
	}
	lookup(ctx, q, sq, &args, func(row store.Row) error {
		var id int64
		var placeLat, placeLng float64
		if err := row.Scan(&id, &placeLat, &placeLng); err != nil {
			return err
		}
		if distanceMiles(lat, lng, placeLat, placeLng) <= radius {
			ids = append(ids, id)
		}
		return nil
	})
	return ids
}

// earthMiles is the mean radius of the earth (IUGG) in statute miles.
const earthMiles = 3958.7613

// latitudes returns a number of degrees that no place within the radius is to the
// north or south; it is a little more than need be.
func latitudes(radius float64) float64 { return radius/earthMiles*180/math.Pi*1.01 + 0.001 }

// longitudes returns a number of degrees that no place within a number of degrees of a
// latitude is to the east or west; 180 around a pole.
func longitudes(lat, band float64) float64 {
	if math.Abs(lat)+band >= 90 {
		return 180
	}
	rad := math.Pi / 180
	return math.Asin(math.Sin(band*rad)/math.Cos(lat*rad))/rad*1.01 + 0.001
}

// distanceMiles returns the great-circle distance by the haversine formula.
func distanceMiles(lat1, lng1, lat2, lng2 float64) float64 {
	rad := math.Pi / 180
	dLat, dLng := (lat2-lat1)*rad/2, (lng2-lng1)*rad/2
	h := math.Sin(dLat)*math.Sin(dLat) + math.Cos(lat1*rad)*math.Cos(lat2*rad)*math.Sin(dLng)*math.Sin(dLng)
	return 2 * earthMiles * math.Asin(math.Min(1, math.Sqrt(h)))
}
