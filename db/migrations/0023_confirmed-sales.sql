CREATE TABLE "price_changes" (
	"id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"former_price" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_changes_book_id_id_pk" PRIMARY KEY("book_id","id")
);
--> statement-breakpoint
CREATE TABLE "confirmed_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid,
	"seller_id" uuid,
	"buyer_id" uuid,
	"seller_key" uuid NOT NULL,
	"price" integer NOT NULL,
	"isbn" text,
	"condition" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"counts_until" timestamp (3) with time zone,
	CONSTRAINT "confirmed_sales_users" CHECK ("confirmed_sales"."seller_id" <> "confirmed_sales"."buyer_id"),
	CONSTRAINT "confirmed_sales_price" CHECK ("confirmed_sales"."price" between 0 and 999999),
	CONSTRAINT "confirmed_sales_isbn_digits" CHECK ("confirmed_sales"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "confirmed_sales_condition" CHECK ("confirmed_sales"."condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor'))
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "previous_price" integer;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "price_lowered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_age" ON "price_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "confirmed_sales_book" ON "confirmed_sales" USING btree ("book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "confirmed_sales_isbn" ON "confirmed_sales" USING btree ("isbn","confirmed_at") WHERE isbn is not null;--> statement-breakpoint
CREATE INDEX "confirmed_sales_seller" ON "confirmed_sales" USING btree ("seller_id","confirmed_at") WHERE seller_id is not null;--> statement-breakpoint
CREATE INDEX "confirmed_sales_buyer" ON "confirmed_sales" USING btree ("buyer_id","confirmed_at") WHERE buyer_id is not null;