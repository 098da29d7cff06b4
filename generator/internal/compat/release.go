package compat

import (
	"bytes"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// ReleaseAPI declares generated files released on a date, YYYY-MM-DD. It
// returns them with the released lock file, the last one: a copy of their lock
// file with the hashes of all migrations, which must not change any more, and
// with the changes of each release. A release of an unchanged description
// returns the same files.
func ReleaseAPI(files []model.File, before model.PreviousOutput, day string) ([]model.File, error) {
	_, released, err := before.Lockfiles()
	if err != nil {
		return nil, err
	}
	lock, err := lockfileIn(files)
	if err != nil {
		return nil, err
	}
	repeats, err := isSameDescription(released, lock)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if strings.HasPrefix(f.Path, model.MigrationsDir) {
			lock.Migrations = append(lock.Migrations, model.LockedMigration{Path: f.Path, SHA256: model.Sum(f.Content)})
		}
	}
	if released != nil {
		lock.Releases, lock.Changes = released.Releases, released.Changes
	}
	if !repeats {
		addRelease(lock, released, day)
	}
	text, err := lock.Encode()
	if err != nil {
		return nil, err
	}
	all := slices.Clone(files)
	for i := range all {
		if all[i].Path == model.ChangelogPath {
			all[i].Content = Changelog(lock, lock)
		}
	}
	return append(all, model.File{Path: model.ReleasedLockfilePath, Content: text}), nil
}

// isSameDescription reports whether a released lock file, nil for none, has
// the same description as another one.
func isSameDescription(l *model.Lockfile, other *model.Lockfile) (bool, error) {
	if l == nil {
		return false, nil
	}
	bare := *l
	bare.Migrations, bare.Releases, bare.Changes = nil, nil, nil
	was, err := bare.Encode()
	if err != nil {
		return false, err
	}
	is, err := other.Encode()
	return bytes.Equal(was, is), err
}

// addRelease adds the changes since the last release.
func addRelease(l *model.Lockfile, released *model.Lockfile, day string) {
	r := model.LockedRelease{Date: day, API: path(l.API)}
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
