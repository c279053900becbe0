ALTER TABLE "pending_book_notices" ALTER COLUMN "book_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "resale_questions" ADD COLUMN "notified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push_prices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "mail_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "mail_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "price_notices" ADD COLUMN "previous_price" integer;--> statement-breakpoint
ALTER TABLE "price_notices" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- Their buyers have seen them on the profile.
UPDATE "resale_questions" SET "notified_at" = "created_at";
