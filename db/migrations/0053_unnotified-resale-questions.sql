-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "resale_questions_unnotified";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "resale_questions_unnotified" ON "resale_questions" USING btree ("buyer_id") WHERE notified_at is null;
