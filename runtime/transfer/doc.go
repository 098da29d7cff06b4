// Package transfer takes records in from files, and writes them out again.  Files hold
// responses of the API as JSON: pages of lists and single records, of this service or
// of any other that responds alike.  It knows that form and, from the descriptions of the
// resources, what each member means for a record; it refuses to know the resources by
// name, SQL, and the generated code.  Programs read other sources and have them imported.
//
// An export adds members that no response has, so that an import loses nothing:
//
//   - language: language of the record, where the deployment knows languages
//   - what is only written, such as the password of a protected event, in clear
//   - unshown: fields that responses show in another way than writes take them, such as
//     those that show another value while they are empty
//   - original_slug: slug that a record in the trash regains when it is restored
//   - former_slugs: slugs that a record had while it was public, the oldest first
//   - status_before_trash: status that it had before, which says who may change it in the trash
//   - edited_utc: when somebody changed the record, where the rules of a time zone changed later
//   - made_inline: whether the record follows the event that it was made with
//   - created_utc, and id, author, slug, status, dates, where responses do not have them
//   - since, on pages of an export of changes: from when on
//   - linked: ids of all linked records by field, where some of them are in
//     the trash and therefore not shown
//
// Series are in files of their own, such as series-1.json; their dates say to which they
// belong.  An export of changes has one more file, deleted.json, with the ids of what was
// deleted.  Images are in media-1.json and so on, their files in the directory media.
//
// Because of the passwords, and of drafts and private records, exported files
// can be read by their owner alone.
package transfer
