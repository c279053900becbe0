-- no transaction
-- A job reads the listings of before; see `group-works.ts`.
CREATE TABLE IF NOT EXISTS "work_editions" (
	"isbn" text PRIMARY KEY NOT NULL,
	"work_id" text collate "C" NOT NULL,
	"work_keys" text[] DEFAULT '{}'::text[] NOT NULL,
	"library_work" text,
	"title" text,
	"author" text,
	"edition" smallint,
	"published_year" smallint,
	"source" text,
	"decision" text,
	"recognition_version" smallint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_editions_isbn" CHECK ("work_editions"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "work_editions_source" CHECK ("work_editions"."source" in ('catalogue', 'openlibrary', 'googlebooks')),
	CONSTRAINT "work_editions_decision" CHECK ("work_editions"."decision" in ('joined', 'split'))
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "work_keys" text[];
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "edition_number" smallint;
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "recognition_version" smallint;
--> statement-breakpoint
ALTER TABLE "course_books" ADD COLUMN IF NOT EXISTS "accepts" text DEFAULT 'exact' NOT NULL;
--> statement-breakpoint
ALTER TABLE "fetched_editions" ADD COLUMN IF NOT EXISTS "library_work" text;
--> statement-breakpoint
ALTER TABLE "fetched_editions" ADD COLUMN IF NOT EXISTS "work_keys" text[];
--> statement-breakpoint
ALTER TABLE "fetched_editions" ADD COLUMN IF NOT EXISTS "edition_number" smallint;
--> statement-breakpoint
ALTER TABLE "fetched_editions" ADD COLUMN IF NOT EXISTS "recognition_version" smallint;
--> statement-breakpoint
ALTER TABLE "wanted_entries" ADD COLUMN IF NOT EXISTS "other_editions" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_editions_work" ON "work_editions" USING btree ("work_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_editions_keys" ON "work_editions" USING gin ("work_keys") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_editions_library_work" ON "work_editions" USING btree ("library_work");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_editions_version" ON "work_editions" USING btree ("recognition_version");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_recognition";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_recognition" ON "books" USING btree ("recognition_version") WHERE isbn is not null and deleted_at is null;
--> statement-breakpoint
ALTER TABLE "course_books" DROP CONSTRAINT IF EXISTS "course_books_accepts", ADD CONSTRAINT "course_books_accepts" CHECK ("course_books"."accepts" ~ '^(exact|any|from:[1-9][0-9]?)$') NOT VALID;
--> statement-breakpoint
ALTER TABLE "course_books" VALIDATE CONSTRAINT "course_books_accepts";
--> statement-breakpoint
-- The version 0 is older than all rules: a job gives them their works.
INSERT INTO "work_editions" ("isbn", "work_id", "recognition_version", "updated_at")
SELECT isbn, '0:' || isbn, 0, now() FROM (
  SELECT isbn FROM course_books UNION SELECT isbn FROM wanted_entries WHERE isbn IS NOT NULL) known
ON CONFLICT ("isbn") DO NOTHING;
