CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"push_at" timestamp (3) with time zone,
	"push_to" uuid[] DEFAULT '{}' NOT NULL,
	"pushed_at" timestamp (3) with time zone,
	"push_result" text,
	"mail_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"mail_result" text,
	"seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_once" PRIMARY KEY("user_id","kind","subject_id","seq")
);
--> statement-breakpoint
CREATE INDEX "notifications_push" ON "notifications" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_at") WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_mailed" ON "notifications" USING btree ("user_id","kind","mailed_at") WHERE mailed_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");
--> statement-breakpoint
-- A process of 0.1.0 deletes a user without knowing this table. The next version drops the trigger.
CREATE FUNCTION delete_notifications_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER delete_notifications_of_user AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION delete_notifications_of_user();
