CREATE TABLE "reply_times" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"usually_answers" text NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reply_times_known" CHECK ("reply_times"."usually_answers" in ('hour', 'day', 'days'))
);
--> statement-breakpoint
ALTER TABLE "reply_times" ADD CONSTRAINT "reply_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;