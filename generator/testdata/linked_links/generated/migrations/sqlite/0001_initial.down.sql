-- almanac: destructive drops every table
DROP TABLE `book_cover`;
--bun:split
DROP TABLE `book_notes`;
--bun:split
DROP TABLE `book_labels`;
--bun:split
DROP TABLE `loan_returned`;
--bun:split
DROP TABLE `loan_books`;
--bun:split
DROP TABLE `labels`;
--bun:split
DROP TABLE `notes`;
--bun:split
DROP TABLE `books`;
--bun:split
DROP TABLE `loans`;
