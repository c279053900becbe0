-- no transaction
-- The words of a course's title are stored: a search compares them, and computes none. The index is built concurrently.
ALTER TABLE "courses" ADD COLUMN IF NOT EXISTS "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text(title))) STORED NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS courses_search;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "courses_search" ON "courses" USING gin ("search");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS courses_title;
