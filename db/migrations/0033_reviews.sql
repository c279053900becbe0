CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"written_by" text NOT NULL,
	"author_id" uuid,
	"reviewed_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"tags" text[] NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"reply" text,
	"replied_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviews_once" UNIQUE("sale_id","written_by"),
	CONSTRAINT "reviews_written_by" CHECK ("reviews"."written_by" in ('seller', 'buyer')),
	CONSTRAINT "reviews_not_of_oneself" CHECK ("reviews"."author_id" <> "reviews"."reviewed_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_tags" CHECK ("reviews"."tags" <@ array['Book as described', 'On time', 'Friendly', 'Quick answers']::text[]),
	CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null))
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_sale_id_confirmed_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."confirmed_sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewed_id_users_id_fk" FOREIGN KEY ("reviewed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("reviewed_id","published_at","id","stars") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("author_id") WHERE author_id is not null;