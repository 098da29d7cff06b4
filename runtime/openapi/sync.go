package openapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Sync has the members of a page of a list that belongs to a sync.
type Sync struct {
	Removed   []int64 `json:"removed" doc:"With changes_since: IDs of records that changed and are not in the list now"`
	SyncToken string  `json:"sync_token" doc:"With changes_since: token of the next request"`
	More      bool    `json:"more" doc:"With changes_since: whether there is more to read now"`
}

// AddSync notes the Go type of the pages of a list, which have the members of a sync too.
func (d *Document) AddSync(page string) { d.synced = append(d.synced, page) }

// completeSyncs adds the members of a sync to the pages of lists, none of them required.
func (d *Document) completeSyncs() {
	schemas := d.OpenAPI.Components.Schemas
	members := huma.SchemaFromType(schemas, reflect.TypeFor[Sync]()).Properties
	for _, name := range d.synced {
		page := schemas.Map()[name]
		for member, schema := range members {
			page.Properties[member] = schema
		}
	}
}
