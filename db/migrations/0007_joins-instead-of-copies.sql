-- no transaction
-- Offers, reservations and meetings are joined. The copies of 0.1.0 stay for its processes, which may run beside
-- the new ones or again after them: the triggers below keep both sides alike. The next version drops by hand the
-- triggers, their functions, `messages.offer`, `messages.meeting`, `conversations.reservation` and
-- `conversations.meeting`, which Drizzle no longer knows.
ALTER TABLE "offers" ADD COLUMN IF NOT EXISTS "asking_price" integer, ADD COLUMN IF NOT EXISTS "offered_listing" jsonb;
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN IF NOT EXISTS "ended_by_id" uuid;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "meeting_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reserved_until" timestamp (3) with time zone,
	CONSTRAINT "meeting_messages_action" CHECK ("meeting_messages"."action" in ('proposed', 'changed', 'accepted', 'canceled')),
	CONSTRAINT "meeting_messages_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "meeting_messages_meeting";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "meeting_messages_meeting" ON "meeting_messages" USING btree ("meeting_id");
--> statement-breakpoint
-- Written by hand, to the end of the triggers. What a process of 0.1.0 writes is read from its copy.
CREATE OR REPLACE FUNCTION read_offer_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT (m.offer ->> 'askingPrice')::int, m.offer -> 'listing' INTO NEW.asking_price, NEW.offered_listing
  FROM messages m WHERE m.id = NEW.id;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS read_offer_copy ON "offers";
--> statement-breakpoint
CREATE TRIGGER read_offer_copy BEFORE INSERT ON "offers" FOR EACH ROW WHEN (NEW.asking_price IS NULL) EXECUTE FUNCTION read_offer_copy();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION read_meeting_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE meetings SET ended_by_id = (NEW.meeting ->> 'endedById')::uuid
  WHERE id = NEW.id AND ended_by_id IS DISTINCT FROM (NEW.meeting ->> 'endedById')::uuid;
  INSERT INTO meeting_messages (message_id, meeting_id, action, reserved_until)
  SELECT NEW.id, m.id, NEW.meeting ->> 'action', (NEW.meeting ->> 'reservedUntil')::timestamptz
  FROM meetings m WHERE m.id = (NEW.meeting ->> 'id')::uuid ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS read_meeting_copy ON "messages";
--> statement-breakpoint
CREATE TRIGGER read_meeting_copy AFTER INSERT ON "messages" FOR EACH ROW WHEN (NEW.meeting IS NOT NULL) EXECUTE FUNCTION read_meeting_copy();
--> statement-breakpoint
-- Not of what the triggers write.
DROP TRIGGER IF EXISTS read_changed_meeting_copy ON "messages";
--> statement-breakpoint
CREATE TRIGGER read_changed_meeting_copy AFTER UPDATE OF "meeting" ON "messages" FOR EACH ROW
  WHEN (NEW.meeting IS NOT NULL AND pg_trigger_depth() = 0) EXECUTE FUNCTION read_meeting_copy();
--> statement-breakpoint
-- A process of 0.1.0 writes the message of a proposal before its meeting.
CREATE OR REPLACE FUNCTION read_proposal_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO meeting_messages (message_id, meeting_id, action)
  SELECT m.id, m.id, m.meeting ->> 'action' FROM messages m WHERE m.id = NEW.id AND m.meeting IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS read_proposal_copy ON "meetings";
--> statement-breakpoint
CREATE TRIGGER read_proposal_copy AFTER INSERT ON "meetings" FOR EACH ROW EXECUTE FUNCTION read_proposal_copy();
--> statement-breakpoint
UPDATE "offers" o SET "asking_price" = (m."offer" ->> 'askingPrice')::int, "offered_listing" = m."offer" -> 'listing'
FROM "messages" m WHERE m."id" = o."id" AND o."asking_price" IS NULL;
--> statement-breakpoint
INSERT INTO "meeting_messages" ("message_id", "meeting_id", "action", "reserved_until")
SELECT m."id", t."id", m."meeting" ->> 'action', (m."meeting" ->> 'reservedUntil')::timestamptz
FROM "messages" m JOIN "meetings" t ON t."id" = (m."meeting" ->> 'id')::uuid WHERE m."message_type" = 'meeting'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE "meetings" t SET "ended_by_id" = (m."meeting" ->> 'endedById')::uuid
FROM "messages" m WHERE m."id" = t."id" AND t."ended_by_id" IS NULL AND m."meeting" ->> 'endedById' IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT IF EXISTS "messages_offer", DROP CONSTRAINT IF EXISTS "messages_meeting";
--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."conversation_meetings" AS (select "conversation_id" as "conversationId", "id", "place", "starts_at" as "startsAt", "meetings"."starts_at" + interval '1 hour' as "endsAt", "time_zone" as "timeZone", "state", case "state" when 'proposed' then "starts_at" when 'accepted' then "meetings"."starts_at" + interval '1 hour' end as "stateUntil", null::text as "laterState", "proposer_id" as "proposerId", "is_withheld" as "isWithheld" from "meetings" where "meetings"."state" in ('proposed', 'accepted'));
--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."message_meetings" AS (select "meeting_messages"."message_id" as "messageId", "meetings"."id", "meeting_messages"."action", "meetings"."place", "meetings"."starts_at" as "startsAt", "meetings"."starts_at" + interval '1 hour' as "endsAt", "meetings"."time_zone" as "timeZone", "meetings"."hint", case when "meeting_messages"."action" in ('proposed', 'changed') then "meetings"."state" else "meeting_messages"."action" end as "state", case case when "meeting_messages"."action" in ('proposed', 'changed') then "meetings"."state" else "meeting_messages"."action" end when 'proposed' then "meetings"."starts_at" when 'accepted' then "meetings"."starts_at" + interval '1 hour' end as "stateUntil", case case when "meeting_messages"."action" in ('proposed', 'changed') then "meetings"."state" else "meeting_messages"."action" end when 'proposed' then 'expired' else 'past' end as "laterState", case when "meeting_messages"."action" in ('proposed', 'changed') then "meetings"."ended_by_id" end as "endedById", "meetings"."accepted_at" is not null as "wasAccepted", "meeting_messages"."reserved_until" as "reservedUntil" from "meeting_messages" inner join "meetings" on "meetings"."id" = "meeting_messages"."meeting_id");
--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."conversation_reservations" AS (select "conversation_id" as "conversationId", "id", "price", "until" from "reservations" where "reservations"."state" = 'active');
--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."message_offers" AS (select "id" as "messageId", "amount", "asking_price" as "askingPrice", "state", case when "state" = 'pending' then "expires_at" end as "stateUntil", 'expired' as "laterState", "end_reason" as "endReason", "expires_at" as "expiresAt", "is_withheld" as "isWithheld" from "offers");
--> statement-breakpoint
-- What this version writes is copied for 0.1.0, with times as that writes them.
CREATE OR REPLACE FUNCTION copied_time(at timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_offer_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE messages SET offer = jsonb_build_object('amount', NEW.amount, 'askingPrice', NEW.asking_price,
      'state', NEW.state, 'endReason', NEW.end_reason, 'expiresAt', copied_time(NEW.expires_at))
    || CASE WHEN NEW.is_withheld THEN '{"isWithheld": true}'::jsonb ELSE '{}' END
    || CASE WHEN NEW.offered_listing IS NULL THEN '{}' ELSE jsonb_build_object('listing', NEW.offered_listing) END
  WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS write_offer_copy ON "offers";
--> statement-breakpoint
CREATE TRIGGER write_offer_copy AFTER INSERT OR UPDATE OF "state", "end_reason", "is_withheld" ON "offers" FOR EACH ROW EXECUTE FUNCTION write_offer_copy();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_reservation_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET reservation = CASE WHEN NEW.state = 'active' THEN
    jsonb_build_object('id', NEW.id, 'price', NEW.price, 'until', copied_time(NEW.until)) END
  WHERE id = NEW.conversation_id AND (NEW.state = 'active' OR reservation ->> 'id' = NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS write_reservation_copy ON "reservations";
--> statement-breakpoint
CREATE TRIGGER write_reservation_copy AFTER INSERT OR UPDATE OF "state", "until" ON "reservations" FOR EACH ROW EXECUTE FUNCTION write_reservation_copy();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_meeting_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET meeting = CASE WHEN NEW.state IN ('proposed', 'accepted') THEN
    jsonb_build_object('id', NEW.id, 'place', NEW.place, 'timeZone', NEW.time_zone, 'state', NEW.state,
      'proposerId', NEW.proposer_id, 'isWithheld', NEW.is_withheld, 'startsAt', copied_time(NEW.starts_at),
      'endsAt', copied_time(NEW.starts_at + interval '1 hour')) END
  WHERE id = NEW.conversation_id AND (NEW.state IN ('proposed', 'accepted') OR meeting ->> 'id' = NEW.id::text);
  UPDATE messages SET meeting = meeting || jsonb_build_object('state', NEW.state, 'endedById', NEW.ended_by_id,
    'wasAccepted', NEW.accepted_at IS NOT NULL)
  WHERE id = NEW.id AND meeting IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS write_meeting_copy ON "meetings";
--> statement-breakpoint
CREATE TRIGGER write_meeting_copy AFTER INSERT OR UPDATE OF "state" ON "meetings" FOR EACH ROW EXECUTE FUNCTION write_meeting_copy();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION write_meeting_message_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE messages SET meeting = jsonb_build_object('id', m.id, 'action', m.action, 'place', m.place, 'hint', m.hint,
      'startsAt', copied_time(m."startsAt"), 'endsAt', copied_time(m."endsAt"), 'timeZone', m."timeZone",
      'state', m.state, 'endedById', m."endedById", 'wasAccepted', m."wasAccepted")
    || CASE WHEN m."reservedUntil" IS NULL THEN '{}'
      ELSE jsonb_build_object('reservedUntil', copied_time(m."reservedUntil")) END
  FROM message_meetings m WHERE m."messageId" = NEW.message_id AND messages.id = NEW.message_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS write_meeting_message_copy ON "meeting_messages";
--> statement-breakpoint
CREATE TRIGGER write_meeting_message_copy AFTER INSERT ON "meeting_messages" FOR EACH ROW EXECUTE FUNCTION write_meeting_message_copy();
