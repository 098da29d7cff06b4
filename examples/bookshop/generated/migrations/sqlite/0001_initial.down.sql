-- almanac: destructive drops every table
DROP TABLE `order_books`;
--bun:split
DROP TABLE `book_shelves`;
--bun:split
DROP TABLE `book_authors`;
--bun:split
DROP TABLE `outbox`;
--bun:split
DROP TABLE `audit_entries`;
--bun:split
DROP TABLE `idempotency_keys`;
--bun:split
DROP TABLE `schema_metadata`;
--bun:split
DROP TABLE `tokens`;
--bun:split
DROP TABLE `sign_in_names`;
--bun:split
DROP TABLE `users`;
--bun:split
DROP TABLE `images`;
--bun:split
DROP TABLE `term_counts`;
--bun:split
DROP TABLE `term_id_sequence`;
--bun:split
DROP TABLE `post_id_sequence`;
--bun:split
DROP TABLE `order_id_sequence`;
--bun:split
DROP TABLE `orders`;
--bun:split
DROP TABLE `shelves`;
--bun:split
DROP TABLE `author_id_sequence`;
--bun:split
DROP TABLE `authors`;
--bun:split
DROP TABLE `books`;
