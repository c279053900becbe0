-- no transaction
-- Entries of one key in the order of their users: a listing is matched with a few users at a time.
DROP INDEX CONCURRENTLY IF EXISTS wanted_entries_match_user;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "wanted_entries_match_user" ON "wanted_entries" USING btree ("match_key","user_id") WHERE deleted_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS wanted_entries_match;
