-- no transaction
ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "review_id" uuid;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN IF NOT EXISTS "notified_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT IF EXISTS "reports_kind",
	DROP CONSTRAINT IF EXISTS "reports_known_kind",
	DROP CONSTRAINT IF EXISTS "reports_review_id_reviews_id_fk",
	ADD CONSTRAINT "reports_known_kind" CHECK ("reports"."kind" in ('book', 'message', 'user', 'review')) NOT VALID,
	ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "reports" VALIDATE CONSTRAINT "reports_known_kind";
--> statement-breakpoint
ALTER TABLE "reports" VALIDATE CONSTRAINT "reports_review_id_reviews_id_fk";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_open_of_object";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "reports_open_of_object" ON "reports" USING btree ("reporter_id","kind",coalesce("review_id", "message_id", "book_id", "user_id")) WHERE status = 'open';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_open_once";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_review";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reports_review" ON "reports" USING btree ("review_id") WHERE review_id is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reviews_unnotified";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reviews_unnotified" ON "reviews" USING btree ("published_at") WHERE notified_at is null;
