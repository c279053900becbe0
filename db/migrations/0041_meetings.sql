CREATE TABLE "meetings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reservation_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"proposer_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"place" text NOT NULL,
	"hint" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"is_withheld" boolean NOT NULL,
	"number" smallint NOT NULL,
	"proposed_on" date NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meetings_state" CHECK ("meetings"."state" in ('proposed', 'accepted', 'changed', 'canceled', 'expired', 'past')),
	CONSTRAINT "meetings_ended" CHECK (("meetings"."state" in ('proposed', 'accepted')) = ("meetings"."ended_at" is null)),
	CONSTRAINT "meetings_lengths" CHECK (char_length("meetings"."place") between 1 and 80 and char_length("meetings"."hint") between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "meeting" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "meeting" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_open" ON "meetings" USING btree ("reservation_id") WHERE state in ('proposed', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_number" ON "meetings" USING btree ("reservation_id","number");--> statement-breakpoint
CREATE INDEX "meetings_to_remind" ON "meetings" USING btree ("starts_at") WHERE state = 'accepted' and reminded_at is null;--> statement-breakpoint
CREATE INDEX "meetings_due" ON "meetings" USING btree ("starts_at") WHERE state in ('proposed', 'accepted');--> statement-breakpoint
CREATE INDEX "meetings_conversation" ON "meetings" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_known_type",
	ADD CONSTRAINT "messages_known_type" CHECK ("messages"."message_type" in ('text', 'offer', 'event', 'meeting')) NOT VALID,
	ADD CONSTRAINT "messages_meeting" CHECK (("messages"."message_type" = 'meeting') = ("messages"."meeting" is not null)) NOT VALID;