CREATE TABLE "short_addresses" (
	"code" text PRIMARY KEY NOT NULL,
	"book_id" uuid,
	"isbn" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "short_addresses_book_id_unique" UNIQUE("book_id"),
	CONSTRAINT "short_addresses_code" CHECK ("short_addresses"."code" ~ '^[a-z0-9]{7}$')
);
--> statement-breakpoint
ALTER TABLE "short_addresses" ADD CONSTRAINT "short_addresses_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;