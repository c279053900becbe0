CREATE TABLE "pending_book_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wanted_digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push_wanted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "mail_wanted" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "queued_emails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "pending_book_notices" ADD CONSTRAINT "pending_book_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_book_notices" ADD CONSTRAINT "pending_book_notices_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_digests" ADD CONSTRAINT "wanted_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_book_notices_user" ON "pending_book_notices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_book_notices_book" ON "pending_book_notices" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "pending_book_notices_device" ON "pending_book_notices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "pending_book_notices_created" ON "pending_book_notices" USING btree ("created_at");