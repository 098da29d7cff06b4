package compat

import (
	"bytes"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Release declares generated files released on a day, YYYY-MM-DD.  It returns
// them together with the released lock, the last one: a copy of their schema
// lock which also names their migrations, so that these stay as they are from
// then on, and keeps what the changelog says about each release.  A release of
// what is released already changes nothing.  A day is only what readers are
// told.
func Release(files []model.Generated, before model.Previous, day string) ([]model.Generated, error) {
	_, released, err := before.Locks()
	if err != nil {
		return nil, err
	}
	lock, err := lockAmong(files)
	if err != nil {
		return nil, err
	}
	repeats, err := describes(released, lock)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if strings.HasPrefix(f.Path, model.MigrationsDir) {
			lock.Migrations = append(lock.Migrations, model.LockedMigration{Path: f.Path, SHA256: model.Sum(f.Text)})
		}
	}
	keepHistory(lock, released)
	if !repeats {
		addRelease(lock, released, day)
	}
	text, err := lock.Text()
	if err != nil {
		return nil, err
	}
	all := slices.Clone(files)
	for i := range all {
		if all[i].Path == model.ChangelogPath {
			all[i].Text = Changelog(lock, lock)
		}
	}
	return append(all, model.Generated{Path: model.ReleasedPath, Text: text}), nil
}

// describes reports whether a released lock, nil for none, holds the same
// description as another lock.
func describes(l *model.Lock, other *model.Lock) (bool, error) {
	if l == nil {
		return false, nil
	}
	bare := *l
	bare.Migrations, bare.Releases, bare.Changes = nil, nil, nil
	was, err := bare.Text()
	if err != nil {
		return false, err
	}
	is, err := other.Text()
	return bytes.Equal(was, is), err
}

// keepHistory takes over the releases of an earlier lock.
func keepHistory(l *model.Lock, released *model.Lock) {
	if released != nil {
		l.Releases, l.Changes = released.Releases, released.Changes
	}
}

// addRelease adds what the lock has become since the last release.
func addRelease(l *model.Lock, released *model.Lock, day string) {
	r := model.LockedRelease{Day: day, Interface: path(l.Interface)}
	if len(l.Releases) == 0 {
		for _, resource := range l.Resources {
			if resource.Kind != dsl.KindInternal {
				r.Resources = append(r.Resources, resource.Plural)
			}
		}
	}
	l.Releases = append(slices.Clone(l.Releases), r)
	l.Changes = append(slices.Clone(l.Changes), lockedChanges(Compare(released, l), len(l.Releases))...)
}
