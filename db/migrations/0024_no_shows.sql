CREATE TABLE "meeting_answers" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_withheld" boolean NOT NULL,
	"met" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meeting_answers_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_questions" (
	"meeting_id" uuid PRIMARY KEY NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"asked_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_questions_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_replies" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_withheld" boolean NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "meeting_replies_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "missed_meetings" (
	"meeting_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"said_by_mailbox" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"disputed_at" timestamp (3) with time zone,
	CONSTRAINT "missed_meetings_meeting_id_user_id_pk" PRIMARY KEY("meeting_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "meeting_answers" ADD CONSTRAINT "meeting_answers_meeting_id_meeting_questions_meeting_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meeting_questions"("meeting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_questions" ADD CONSTRAINT "meeting_questions_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_replies" ADD CONSTRAINT "meeting_replies_meeting_id_meeting_questions_meeting_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meeting_questions"("meeting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_meetings" ADD CONSTRAINT "missed_meetings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_questions_due" ON "meeting_questions" USING btree ("ends_at") WHERE asked_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "missed_meetings_user" ON "missed_meetings" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "missed_meetings_time" ON "missed_meetings" USING btree ("started_at");--> statement-breakpoint
CREATE VIEW "public"."message_questions" AS (select "meeting_questions"."message_id" as "messageId", "meetings"."id", "meetings"."starts_at" as "startsAt", "meetings"."time_zone" as "timeZone", "meeting_questions"."ends_at" + interval '336 hours' as "until", "meeting_questions"."withdrawn_at" is not null as "isWithdrawn", (select coalesce(json_agg(json_build_object('userId', a.user_id, 'met', a.met,
        'until', a.answered_at + interval '168 hours', 'isWithheld', a.is_withheld) order by a.answered_at, a.user_id), '[]')
        from meeting_answers a where a.meeting_id = "meetings"."id") as "answers", (select coalesce(json_agg(json_build_object('userId', r.user_id,
        'messageId', r.message_id, 'isWithheld', r.is_withheld) order by r.message_id), '[]')
        from meeting_replies r where r.meeting_id = "meetings"."id") as "replies" from "meeting_questions" inner join "meetings" on "meetings"."id" = "meeting_questions"."meeting_id");