ALTER TABLE "messages" ADD COLUMN "event" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sender_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_known_type",
	ADD CONSTRAINT "messages_known_type" CHECK ("messages"."message_type" in ('text', 'offer', 'event')) NOT VALID,
	ADD CONSTRAINT "messages_event" CHECK (("messages"."message_type" = 'event') = ("messages"."event" is not null)) NOT VALID;
