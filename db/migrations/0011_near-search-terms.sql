-- no transaction
-- How many letters differ between a misspelt word and a term.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "search_terms_first_letter";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "search_terms_first_letter" ON "search_terms" USING btree (left("term", 1),length("term"));
