-- The table is empty: no released version has it.
-- unused since 0.2.0
ALTER TABLE "notices" DROP CONSTRAINT "notices_notifier";--> statement-breakpoint
-- unused since 0.2.0
DROP INDEX "notices_to_erase";--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "notices_email" ON "notices" USING btree ("email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "notices_to_erase" ON "notices" USING btree ("created_at") WHERE erased_at is null;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_erased" CHECK ("notices"."erased_at" is null or ("notices"."name" is null and "notices"."email" is null and "notices"."token_hash" is null));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_outcome" CHECK (("notices"."outcome" is null) = ("notices"."answered_at" is null) and "notices"."outcome" in ('acted', 'kept'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_notifier" CHECK ("notices"."endangers_child" or "notices"."erased_at" is not null or ("notices"."name" is not null and "notices"."email" is not null));