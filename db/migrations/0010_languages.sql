ALTER TABLE "identity_email_tokens" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seen_language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "seen_language_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "language" text;