CREATE TABLE "price_notices" (
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_notices_once" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_notices_user" ON "price_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "price_notices_age" ON "price_notices" USING btree ("notified_at");