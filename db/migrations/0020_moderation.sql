CREATE TABLE "appeals" (
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
CREATE TABLE "case_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"measure_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_events_kind" CHECK ("case_events"."kind" in ('report-received', 'notice-received', 'appeal-received', 'first-listing-received', 'taken', 'released', 'measure-taken', 'measure-lifted', 'measure-ended', 'appeal-upheld', 'appeal-reversed', 'first-listing-approved', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "cases" (
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
CREATE TABLE "measures" (
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
CREATE TABLE "staff_digests" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_digests_one" CHECK ("staff_digests"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "notices" (
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
ALTER TABLE "books" DROP CONSTRAINT "books_active";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_roles" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "listings_approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "hidden_by" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "case_id" uuid;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_measure_id_measures_id_fk" FOREIGN KEY ("measure_id") REFERENCES "public"."measures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measures" ADD CONSTRAINT "measures_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measures" ADD CONSTRAINT "measures_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measures" ADD CONSTRAINT "measures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_measure" ON "appeals" USING btree ("measure_id");--> statement-breakpoint
CREATE INDEX "appeals_by_state" ON "appeals" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "case_events_case" ON "case_events" USING btree ("case_id","at","id");--> statement-breakpoint
CREATE INDEX "case_events_actor" ON "case_events" USING btree ("actor_id") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "cases_by_state" ON "cases" USING btree ("state","opened_at","id");--> statement-breakpoint
CREATE INDEX "cases_user" ON "cases" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "measures_case" ON "measures" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "measures_user" ON "measures" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "measures_book" ON "measures" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "measures_decided_by" ON "measures" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX "measures_end" ON "measures" USING btree ("ends_at") WHERE state = 'active' and ends_at is not null;--> statement-breakpoint
CREATE INDEX "notices_case" ON "notices" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_token" ON "notices" USING btree ("token_hash") WHERE token_hash is not null;--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "notices_email" ON "notices" USING btree ("email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "notices_to_erase" ON "notices" USING btree ("created_at") WHERE erased_at is null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE is_admin or staff_roles <> '{}';--> statement-breakpoint
CREATE INDEX "users_paused" ON "users" USING btree ("paused_until") WHERE paused_until is not null;--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","created_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_roles" CHECK ("users"."staff_roles" <@ array['moderator', 'course-editor']);--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_hidden_by" CHECK ("books"."hidden_by" <@ array['measure', 'removal', 'pause', 'review']);--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_hidden" CHECK (("books"."hidden_by" = '{}') = ("books"."hidden_at" is null));--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_active" CHECK ("books"."is_active" = ("books"."sold_at" is null and "books"."deleted_at" is null and not "books"."is_expired" and "books"."hidden_by" = '{}'));