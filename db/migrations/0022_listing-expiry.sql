-- no transaction
-- The listings of before get 120 fresh days: the default is computed once, and no row is rewritten.
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "expires_at" timestamp (3) with time zone DEFAULT now() + interval '120 days' NOT NULL,
	ADD COLUMN IF NOT EXISTS "is_expired" boolean DEFAULT false NOT NULL,
	ADD COLUMN IF NOT EXISTS "renewal_question_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT IF EXISTS "books_active",
	ADD CONSTRAINT "books_active" CHECK ("books"."is_active" = ("books"."sold_at" is null and "books"."deleted_at" is null and not "books"."is_expired")) NOT VALID;
--> statement-breakpoint
ALTER TABLE "books" VALIDATE CONSTRAINT "books_active";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_expiry";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_expiry" ON "books" USING btree ("is_expired","expires_at","id") WHERE sold_at is null and deleted_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_renewal_due";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_renewal_due" ON "books" USING btree ("expires_at","id") WHERE is_active and renewal_question_at is null;
