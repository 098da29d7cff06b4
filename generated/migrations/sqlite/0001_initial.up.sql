-- almanac: additive
CREATE TABLE `events` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `start_date` text NOT NULL, `end_date` text NOT NULL, `utc_start_date` text NOT NULL, `utc_end_date` text NOT NULL, `duration` integer NOT NULL, `description` text NOT NULL, `excerpt` text NOT NULL, `timezone` text NOT NULL, `all_day` bool NOT NULL, `cost` text NOT NULL, `website` text NOT NULL, `show_map` bool NOT NULL, `show_map_link` bool NOT NULL, `hide_from_listings` bool NOT NULL, `sticky` bool NOT NULL, `featured` bool NOT NULL, `post_parent` integer NOT NULL, `ticketed` text NOT NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `description_search` text NOT NULL, `excerpt_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `events_slug` ON `events` (`slug`);
--bun:split
CREATE INDEX `events_title_sort_id` ON `events` (`title_sort`, `id`);
--bun:split
CREATE INDEX `events_status_date_utc` ON `events` (`status`, `date_utc`);
--bun:split
CREATE INDEX `events_status_hide_from_listings_start_date_id_utc_sta_eacec4c2` ON `events` (`status`, `hide_from_listings`, `start_date`, `id`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_status_hide_from_listings_utc_start_date_utc_en_4a3e1dbd` ON `events` (`status`, `hide_from_listings`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_start_date_id_utc_start_date_utc_end_date_statu_33052574` ON `events` (`start_date`, `id`, `utc_start_date`, `utc_end_date`, `status`, `hide_from_listings`);
--bun:split
CREATE INDEX `events_id_status_hide_from_listings_start_date_utc_sta_2d1fbf85` ON `events` (`id`, `status`, `hide_from_listings`, `start_date`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_end_date_id` ON `events` (`end_date`, `id`);
--bun:split
CREATE INDEX `events_date_id` ON `events` (`date`, `id`);
--bun:split
CREATE INDEX `events_modified_id` ON `events` (`modified`, `id`);
--bun:split
CREATE INDEX `events_duration` ON `events` (`duration`);
--bun:split
CREATE INDEX `events_post_parent` ON `events` (`post_parent`);
--bun:split
CREATE INDEX `events_image_id` ON `events` (`image_id`);
--bun:split
CREATE TABLE `venues` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `venue` text NOT NULL, `description` text NOT NULL, `show_map` bool NOT NULL, `show_map_link` bool NOT NULL, `address` text NOT NULL, `city` text NOT NULL, `country` text NOT NULL, `province` text NOT NULL, `state` text NOT NULL, `zip` text NOT NULL, `phone` text NOT NULL, `stateprovince` text NOT NULL, `website` text NOT NULL, `excerpt` text NOT NULL, `geo_lat` real NULL, `geo_lng` real NULL, `venue_search` text NOT NULL, `venue_sort` text NOT NULL, `description_search` text NOT NULL, `address_search` text NOT NULL, `city_search` text NOT NULL, `country_search` text NOT NULL, `province_search` text NOT NULL, `state_search` text NOT NULL, `zip_search` text NOT NULL, `phone_search` text NOT NULL, `stateprovince_search` text NOT NULL, `excerpt_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `venues_slug` ON `venues` (`slug`);
--bun:split
CREATE INDEX `venues_venue_sort_id` ON `venues` (`venue_sort`, `id`);
--bun:split
CREATE INDEX `venues_status_date_utc` ON `venues` (`status`, `date_utc`);
--bun:split
CREATE INDEX `venues_status_date_id_language` ON `venues` (`status`, `date`, `id`, `language`);
--bun:split
CREATE INDEX `venues_modified_id` ON `venues` (`modified`, `id`);
--bun:split
CREATE INDEX `venues_image_id` ON `venues` (`image_id`);
--bun:split
CREATE INDEX `venues_geo_lat_geo_lng` ON `venues` (`geo_lat`, `geo_lng`);
--bun:split
CREATE TABLE `organizers` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `organizer` text NOT NULL, `description` text NOT NULL, `phone` text NOT NULL, `website` text NOT NULL, `email` text NOT NULL, `excerpt` text NOT NULL, `organizer_search` text NOT NULL, `organizer_sort` text NOT NULL, `description_search` text NOT NULL, `phone_search` text NOT NULL, `website_search` text NOT NULL, `email_search` text NOT NULL, `excerpt_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `organizers_slug` ON `organizers` (`slug`);
--bun:split
CREATE INDEX `organizers_organizer_sort_id` ON `organizers` (`organizer_sort`, `id`);
--bun:split
CREATE INDEX `organizers_status_date_utc` ON `organizers` (`status`, `date_utc`);
--bun:split
CREATE INDEX `organizers_status_date_id_language` ON `organizers` (`status`, `date`, `id`, `language`);
--bun:split
CREATE INDEX `organizers_modified_id` ON `organizers` (`modified`, `id`);
--bun:split
CREATE INDEX `organizers_image_id` ON `organizers` (`image_id`);
--bun:split
CREATE TABLE `categories` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `description` text NOT NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `description_sort` text NOT NULL, `slug_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);
--bun:split
CREATE INDEX `categories_name_sort_id` ON `categories` (`name_sort`, `id`);
--bun:split
CREATE INDEX `categories_parent` ON `categories` (`parent`);
--bun:split
CREATE TABLE `tags` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `description` text NOT NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `description_sort` text NOT NULL, `slug_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `tags_slug` ON `tags` (`slug`);
--bun:split
CREATE INDEX `tags_name_sort_id` ON `tags` (`name_sort`, `id`);
--bun:split
CREATE INDEX `tags_parent` ON `tags` (`parent`);
--bun:split
CREATE TABLE `post_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_counts` (`term_id` integer NOT NULL, `shard` integer NOT NULL, `count` integer NOT NULL, PRIMARY KEY (`term_id`, `shard`)) WITHOUT ROWID;
--bun:split
CREATE TABLE `images` (`id` integer NOT NULL, `url` text NOT NULL, `url_sha256` text NOT NULL, `width` integer NOT NULL, `height` integer NOT NULL, `filesize` integer NOT NULL, `sizes` text NOT NULL, `author` integer NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `images_url_sha256` ON `images` (`url_sha256`);
--bun:split
CREATE TABLE `users` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `name` text NOT NULL, `email` text NOT NULL, `role` text NOT NULL, `password_hash` text NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `users_name` ON `users` (`name`);
--bun:split
CREATE TABLE `sign_in_names` (`name` text NOT NULL, `user_id` integer NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE INDEX `sign_in_names_user_id` ON `sign_in_names` (`user_id`);
--bun:split
CREATE TABLE `tokens` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `user_id` integer NOT NULL, `label` text NOT NULL, `sha256` text NOT NULL, `created_utc` text NOT NULL, `expires_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `tokens_sha256` ON `tokens` (`sha256`);
--bun:split
CREATE INDEX `tokens_user_id` ON `tokens` (`user_id`);
--bun:split
CREATE TABLE `schema_metadata` (`name` text NOT NULL, `value` text NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE TABLE `idempotency_keys` (`user_id` integer NOT NULL, `key` text NOT NULL, `fingerprint` text NOT NULL, `status` integer NOT NULL, `location` text NOT NULL, `version` integer NOT NULL, `body` text NOT NULL, `created_utc` text NOT NULL, PRIMARY KEY (`user_id`, `key`));
--bun:split
CREATE INDEX `idempotency_keys_created_utc` ON `idempotency_keys` (`created_utc`);
--bun:split
CREATE TABLE `ics_entries` (`entry` text NOT NULL, `uid` text NOT NULL, `occurrence` text NOT NULL, `event_id` integer NOT NULL, `sequence` integer NOT NULL, `modified_utc` text NOT NULL, `content_sha256` text NOT NULL, `event_modified_utc` text NOT NULL, PRIMARY KEY (`entry`));
--bun:split
CREATE TABLE `audit_entries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `at_utc` text NOT NULL, `user_id` integer NOT NULL, `user_name` text NOT NULL, `action` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `client_ip` text NOT NULL, `request_id` text NOT NULL);
--bun:split
CREATE INDEX `audit_entries_at_utc_id` ON `audit_entries` (`at_utc`, `id`);
--bun:split
CREATE INDEX `audit_entries_resource_record_id` ON `audit_entries` (`resource`, `record_id`);
--bun:split
CREATE TABLE `event_categories` (`event_id` integer NOT NULL, `category_id` integer NOT NULL, `position` integer NOT NULL, `start_date` text NOT NULL, PRIMARY KEY (`event_id`, `category_id`), CONSTRAINT `event_categories_event_id` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE, CONSTRAINT `event_categories_category_id` FOREIGN KEY (`category_id`) REFERENCES `categories` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `event_categories_category_id_start_date_event_id` ON `event_categories` (`category_id`, `start_date`, `event_id`);
--bun:split
CREATE TABLE `event_tags` (`event_id` integer NOT NULL, `tag_id` integer NOT NULL, `position` integer NOT NULL, `start_date` text NOT NULL, PRIMARY KEY (`event_id`, `tag_id`), CONSTRAINT `event_tags_event_id` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE, CONSTRAINT `event_tags_tag_id` FOREIGN KEY (`tag_id`) REFERENCES `tags` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `event_tags_tag_id_start_date_event_id` ON `event_tags` (`tag_id`, `start_date`, `event_id`);
--bun:split
CREATE TABLE `event_venues` (`event_id` integer NOT NULL, `venue_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`event_id`, `venue_id`), CONSTRAINT `event_venues_event_id` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE, CONSTRAINT `event_venues_venue_id` FOREIGN KEY (`venue_id`) REFERENCES `venues` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `event_venues_venue_id_event_id` ON `event_venues` (`venue_id`, `event_id`);
--bun:split
CREATE TABLE `event_organizers` (`event_id` integer NOT NULL, `organizer_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`event_id`, `organizer_id`), CONSTRAINT `event_organizers_event_id` FOREIGN KEY (`event_id`) REFERENCES `events` (`id`) ON DELETE CASCADE, CONSTRAINT `event_organizers_organizer_id` FOREIGN KEY (`organizer_id`) REFERENCES `organizers` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `event_organizers_organizer_id_event_id` ON `event_organizers` (`organizer_id`, `event_id`);
