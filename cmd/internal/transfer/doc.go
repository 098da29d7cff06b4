// Package transfer takes records in from files, or from a site that runs, and
// writes them out again.  Both hold answers of the interface as JSON: pages of
// lists and single records, of this service or of any other that answers alike.
// It knows that form and what each member of it means for a record; it refuses
// to know SQL, and leaves HTTP to package fetch.
//
// An export adds members that no answer has, so that an import loses nothing:
//
//   - language: language of the record, where the deployment knows languages
//   - post_password: password of a protected event, in clear
//   - post_parent: id of the parent event
//   - original_slug: slug that a record in the trash regains when it is restored
//   - made_inline: whether the record follows the event that it was made with
//   - created_utc, and author, modified_utc of terms
//   - since, on pages of an export of changes: from when on
//   - linked: ids of all linked records by field, where some of them are in
//     the trash and therefore not shown
//
// An export of changes has one more file, deleted.json, with the ids of what was
// deleted.
//
// Because of the passwords, and of drafts and private records, exported files
// can be read by their owner alone.
package transfer
