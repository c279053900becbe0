-- no transaction
CREATE TABLE IF NOT EXISTS "fetched_editions" (
	"isbn" text NOT NULL,
	"source" text NOT NULL,
	"title" text,
	"author" text,
	"edition" text,
	"publisher" text,
	"published_year" integer,
	"subject" text,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fetched_editions_isbn_source_pk" PRIMARY KEY("isbn","source"),
	CONSTRAINT "fetched_editions_isbn" CHECK ("fetched_editions"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "fetched_editions_source" CHECK ("fetched_editions"."source" in ('openlibrary', 'googlebooks'))
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "fetched_editions_age" ON "fetched_editions" USING btree ("fetched_at");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_isbn";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_isbn" ON "books" USING btree ("isbn","created_at") WHERE isbn is not null and deleted_at is null;
