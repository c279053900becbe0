-- no transaction
-- What deleted listings still have, so that the purge does not read all that were ever deleted.
-- Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS books_to_purge;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_to_purge" ON "books" USING btree ("deleted_at") WHERE deleted_at is not null and (images <> '{}' OR courses <> '{}' OR course_codes <> '{}' OR description IS NOT NULL OR condition_details IS NOT NULL);
