CREATE TABLE "matched_books" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"students" integer NOT NULL,
	"matched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wanted_alerts" (
	"entry_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"digest_due_at" timestamp (3) with time zone,
	CONSTRAINT "wanted_alerts_once" PRIMARY KEY("entry_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "wanted_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"isbn" text,
	"course" text,
	"words" text,
	"query" "tsquery",
	"same_key" text NOT NULL,
	"match_key" text NOT NULL,
	"max_price" integer,
	"min_condition" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "wanted_entries_once" UNIQUE("user_id","same_key"),
	CONSTRAINT "wanted_entries_kind" CHECK (num_nonnulls("wanted_entries"."isbn", "wanted_entries"."course", "wanted_entries"."words") = 1),
	CONSTRAINT "wanted_entries_query" CHECK (("wanted_entries"."words" is null) = ("wanted_entries"."query" is null)),
	CONSTRAINT "wanted_entries_max_price" CHECK ("wanted_entries"."max_price" between 0 and 999999),
	CONSTRAINT "wanted_entries_min_condition" CHECK ("wanted_entries"."min_condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor'))
);
--> statement-breakpoint
ALTER TABLE "matched_books" ADD CONSTRAINT "matched_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_alerts" ADD CONSTRAINT "wanted_alerts_entry_id_wanted_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."wanted_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_alerts" ADD CONSTRAINT "wanted_alerts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wanted_entries" ADD CONSTRAINT "wanted_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wanted_alerts_newest" ON "wanted_alerts" USING btree ("entry_id","created_at","book_id");--> statement-breakpoint
CREATE INDEX "wanted_alerts_book" ON "wanted_alerts" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "wanted_alerts_unseen" ON "wanted_alerts" USING btree ("user_id") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "wanted_alerts_digest" ON "wanted_alerts" USING btree ("digest_due_at") WHERE digest_due_at is not null;--> statement-breakpoint
CREATE INDEX "wanted_alerts_digest_user" ON "wanted_alerts" USING btree ("user_id") WHERE digest_due_at is not null;--> statement-breakpoint
CREATE INDEX "wanted_entries_match" ON "wanted_entries" USING btree ("match_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "wanted_entries_deleted" ON "wanted_entries" USING btree ("deleted_at") WHERE deleted_at is not null;