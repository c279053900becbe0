-- no transaction
-- A job adds the reports that processes of the version before write meanwhile to their cases; see `add-older-reports.ts`.
CREATE TABLE IF NOT EXISTS "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"measure_id" uuid NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"is_same_member" boolean DEFAULT false NOT NULL,
	"answer_email" text,
	"answer_language" text,
	"seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appeals_state" CHECK ("appeals"."state" in ('waiting', 'upheld', 'reversed')),
	CONSTRAINT "appeals_decided" CHECK (("appeals"."state" = 'waiting') = ("appeals"."decided_at" is null)),
	CONSTRAINT "appeals_answer" CHECK ("appeals"."state" = 'waiting' or "appeals"."answer_email" is null)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "case_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "case_events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"measure_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_events_kind" CHECK ("case_events"."kind" in ('report-received', 'notice-received', 'appeal-received', 'first-listing-received', 'taken', 'released', 'measure-taken', 'measure-lifted', 'measure-ended', 'appeal-upheld', 'appeal-reversed', 'first-listing-approved', 'closed'))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "cases_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"is_first_listing" boolean DEFAULT false NOT NULL,
	"taken_by" uuid,
	"taken_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cases_number" UNIQUE("number"),
	CONSTRAINT "cases_target" UNIQUE("target_kind","target_id"),
	CONSTRAINT "cases_target_kind" CHECK ("cases"."target_kind" in ('book', 'message', 'user', 'review', 'page')),
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('open', 'in-review', 'closed')),
	CONSTRAINT "cases_taken" CHECK (("cases"."taken_at" is null) or "cases"."state" <> 'open'),
	CONSTRAINT "cases_closed" CHECK (("cases"."state" = 'closed') = ("cases"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "measures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"book_id" uuid,
	"user_id" uuid,
	"title" text,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"internal_note" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"days" smallint,
	"ends_at" timestamp (3) with time zone,
	"state" text DEFAULT 'active' NOT NULL,
	"decided_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"lift_note" text DEFAULT '' NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"banned_email_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "measures_kind" CHECK ("measures"."kind" in ('hide', 'remove', 'warn', 'pause', 'delete')),
	CONSTRAINT "measures_reason" CHECK ("measures"."reason" in ('scam', 'prohibited-item', 'harassment', 'spam', 'fake-account', 'illegal-content', 'other')),
	CONSTRAINT "measures_source" CHECK ("measures"."source" in ('report', 'notice', 'program', 'staff')),
	CONSTRAINT "measures_state" CHECK ("measures"."state" in ('active', 'ended', 'lifted', 'reversed')),
	CONSTRAINT "measures_pause" CHECK (("measures"."kind" = 'pause') = ("measures"."days" is not null) and ("measures"."days" is null) = ("measures"."ends_at" is null) and "measures"."days" in (1, 7, 30)),
	CONSTRAINT "measures_ended" CHECK (("measures"."state" = 'active') = ("measures"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "staff_digests" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_digests_one" CHECK ("staff_digests"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "notices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"user_id" uuid,
	"path" text NOT NULL,
	"reason" text NOT NULL,
	"name" text,
	"email" text,
	"language" text NOT NULL,
	"endangers_child" boolean DEFAULT false NOT NULL,
	"token_hash" text,
	"confirmed_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"outcome" text,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notices_number" UNIQUE("number"),
	CONSTRAINT "notices_notifier" CHECK ("notices"."endangers_child" or "notices"."erased_at" is not null or ("notices"."name" is not null and "notices"."email" is not null)),
	CONSTRAINT "notices_erased" CHECK ("notices"."erased_at" is null or ("notices"."name" is null and "notices"."email" is null and "notices"."token_hash" is null)),
	CONSTRAINT "notices_outcome" CHECK (("notices"."outcome" is null) = ("notices"."answered_at" is null) and "notices"."outcome" in ('acted', 'kept'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "staff_roles" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "staff_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "paused_until" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "listings_approved_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "hidden_by" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN IF NOT EXISTS "hidden_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN IF NOT EXISTS "case_id" uuid;
--> statement-breakpoint
ALTER TABLE "appeals" DROP CONSTRAINT IF EXISTS "appeals_measure_id_measures_id_fk", ADD CONSTRAINT "appeals_measure_id_measures_id_fk" FOREIGN KEY ("measure_id") REFERENCES "public"."measures"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "case_events" DROP CONSTRAINT IF EXISTS "case_events_case_id_cases_id_fk", ADD CONSTRAINT "case_events_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cases" DROP CONSTRAINT IF EXISTS "cases_user_id_users_id_fk", ADD CONSTRAINT "cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "measures" DROP CONSTRAINT IF EXISTS "measures_case_id_cases_id_fk", ADD CONSTRAINT "measures_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "measures" DROP CONSTRAINT IF EXISTS "measures_book_id_books_id_fk", ADD CONSTRAINT "measures_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "measures" DROP CONSTRAINT IF EXISTS "measures_user_id_users_id_fk", ADD CONSTRAINT "measures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_case_id_cases_id_fk", ADD CONSTRAINT "notices_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT IF EXISTS "notices_user_id_users_id_fk", ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "appeals_measure" ON "appeals" USING btree ("measure_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "appeals_by_state" ON "appeals" USING btree ("state","created_at","id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "case_events_case" ON "case_events" USING btree ("case_id","at","sequence");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "case_events_actor" ON "case_events" USING btree ("actor_id") WHERE actor_id is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_not_closed" ON "cases" USING btree ("opened_at","id") WHERE state <> 'closed';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_by_closing" ON "cases" USING btree ("closed_at","id") WHERE state = 'closed';
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_taken_by" ON "cases" USING btree ("taken_by") WHERE taken_by is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cases_user" ON "cases" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "measures_case" ON "measures" USING btree ("case_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "measures_user" ON "measures" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "measures_book" ON "measures" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "measures_decided_by" ON "measures" USING btree ("decided_by") WHERE decided_by is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "measures_end" ON "measures" USING btree ("ends_at") WHERE state = 'active' and ends_at is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notices_case" ON "notices" USING btree ("case_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "notices_token" ON "notices" USING btree ("token_hash") WHERE token_hash is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notices_user" ON "notices" USING btree ("user_id") WHERE user_id is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notices_email" ON "notices" USING btree ("email") WHERE email is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notices_to_erase" ON "notices" USING btree ("created_at") WHERE erased_at is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_staff";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_staff" ON "users" USING btree ("id") WHERE is_admin or staff_roles <> '{}';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_paused";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_paused" ON "users" USING btree ("paused_until") WHERE paused_until is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_case";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reports_case" ON "reports" USING btree ("case_id","created_at");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_without_case";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reports_without_case" ON "reports" USING btree ("id") WHERE case_id is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_by_status";
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT IF EXISTS "reports_case_id_cases_id_fk", ADD CONSTRAINT "reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "reports" VALIDATE CONSTRAINT "reports_case_id_cases_id_fk";
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_staff_roles", ADD CONSTRAINT "users_staff_roles" CHECK ("users"."staff_roles" <@ array['moderator', 'course-editor']) NOT VALID;
--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_staff_roles";
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT IF EXISTS "books_hidden_by", ADD CONSTRAINT "books_hidden_by" CHECK ("books"."hidden_by" <@ array['measure', 'removal', 'pause', 'review']) NOT VALID;
--> statement-breakpoint
ALTER TABLE "books" VALIDATE CONSTRAINT "books_hidden_by";
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT IF EXISTS "books_hidden", ADD CONSTRAINT "books_hidden" CHECK (("books"."hidden_by" = '{}') = ("books"."hidden_at" is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "books" VALIDATE CONSTRAINT "books_hidden";
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT IF EXISTS "books_active", ADD CONSTRAINT "books_active" CHECK ("books"."is_active" = ("books"."sold_at" is null and "books"."deleted_at" is null and not "books"."is_expired" and "books"."hidden_by" = '{}')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "books" VALIDATE CONSTRAINT "books_active";
--> statement-breakpoint
-- One case for each object that was reported: open if one of its reports is. Numbers in order of time.
INSERT INTO "cases" ("id", "target_kind", "target_id", "user_id", "state", "opened_at", "closed_at", "created_at")
SELECT gen_random_uuid(), kind, target_id, user_id, CASE WHEN open_since IS NULL THEN 'closed' ELSE 'open' END,
  coalesce(open_since, created_at), CASE WHEN open_since IS NULL THEN handled_at END, created_at
FROM (
  SELECT r.kind, coalesce(r.review_id, r.message_id, r.book_id, r.user_id)::text AS target_id,
    (array_agg(r.user_id ORDER BY r.created_at DESC))[1] AS user_id, min(r.created_at) AS created_at,
    min(r.created_at) FILTER (WHERE r.status = 'open') AS open_since, max(r.handled_at) AS handled_at
  FROM "reports" r WHERE r.case_id IS NULL GROUP BY 1, 2
) reported
WHERE NOT EXISTS (SELECT FROM "cases" c WHERE c.target_kind = kind AND c.target_id = reported.target_id)
ORDER BY created_at, target_id;
--> statement-breakpoint
UPDATE "reports" r SET "case_id" = c.id FROM "cases" c
WHERE r.case_id IS NULL AND c.target_kind = r.kind AND c.target_id = coalesce(r.review_id, r.message_id, r.book_id, r.user_id)::text;
--> statement-breakpoint
-- The ids tell a second run what the first has written.
INSERT INTO "case_events" ("id", "case_id", "kind", "at")
SELECT id, case_id, 'report-received', created_at FROM "reports" WHERE case_id IS NOT NULL
ON CONFLICT ("id") DO NOTHING;
--> statement-breakpoint
INSERT INTO "case_events" ("id", "case_id", "kind", "actor_id", "at")
SELECT md5(case_id || ' ' || extract(epoch FROM handled_at))::uuid, case_id, 'closed', (array_agg(handled_by))[1], handled_at
FROM "reports" WHERE case_id IS NOT NULL AND handled_at IS NOT NULL GROUP BY case_id, handled_at
ON CONFLICT ("id") DO NOTHING;
