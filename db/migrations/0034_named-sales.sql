CREATE TABLE "named_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "named_sales_users" CHECK ("named_sales"."seller_id" <> "named_sales"."buyer_id"),
	CONSTRAINT "named_sales_price" CHECK ("named_sales"."price" between 0 and 999999),
	CONSTRAINT "named_sales_state" CHECK ("named_sales"."state" in ('waiting', 'confirmed', 'denied', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "named_sales_of_book" ON "named_sales" USING btree ("book_id") WHERE state <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "named_sales_book" ON "named_sales" USING btree ("book_id","buyer_id");--> statement-breakpoint
CREATE INDEX "named_sales_waiting" ON "named_sales" USING btree ("buyer_id","created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "named_sales_seller" ON "named_sales" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "named_sales_buyer" ON "named_sales" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "named_sales_conversation" ON "named_sales" USING btree ("conversation_id");