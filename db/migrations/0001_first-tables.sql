CREATE TABLE "identity_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_accounts_account" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "identity_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_jwks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"university" text,
	"profile_image" text,
	"profile_edited_at" timestamp with time zone,
	"total_sales" integer DEFAULT 0 NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"admin_granted" boolean DEFAULT false NOT NULL,
	"is_ad_free_subscriber" boolean DEFAULT false NOT NULL,
	"subscription_expires_at" timestamp with time zone,
	"fcm_token" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_identity" UNIQUE("issuer","subject"),
	CONSTRAINT "users_total_sales" CHECK ("users"."total_sales" >= 0),
	CONSTRAINT "users_granted_is_admin" CHECK ("users"."is_admin" or not "users"."admin_granted"),
	CONSTRAINT "users_name" CHECK (length("users"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "book_views" (
	"book_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "book_views_book_id_day_viewer_pk" PRIMARY KEY("book_id","day","viewer")
);
--> statement-breakpoint
CREATE TABLE "books" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"client_listing_id" uuid,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"isbn" text,
	"subject" text DEFAULT 'General' NOT NULL,
	"condition" text NOT NULL,
	"price" integer NOT NULL,
	"description" text,
	"images" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_boosted" boolean DEFAULT false NOT NULL,
	"boosted_until" timestamp with time zone,
	"sold_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_text(title)), 'A') || setweight(to_tsvector('simple', search_text(author)), 'B') || setweight(to_tsvector('simple', coalesce(isbn, '')), 'C') || setweight(to_tsvector('simple', search_text(subject)), 'D')) STORED NOT NULL,
	CONSTRAINT "books_title" CHECK (length("books"."title") between 1 and 400),
	CONSTRAINT "books_author" CHECK (length("books"."author") between 1 and 400),
	CONSTRAINT "books_isbn_digits" CHECK ("books"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "books_subject" CHECK (length("books"."subject") between 1 and 100),
	CONSTRAINT "books_condition" CHECK ("books"."condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')),
	CONSTRAINT "books_price" CHECK ("books"."price" between 0 and 999999),
	CONSTRAINT "books_images" CHECK (cardinality("books"."images") <= 5),
	CONSTRAINT "books_views" CHECK ("books"."views" >= 0),
	CONSTRAINT "books_boosted_has_end" CHECK (not "books"."is_boosted" or "books"."boosted_until" is not null),
	CONSTRAINT "books_active" CHECK ("books"."is_active" = ("books"."sold_at" is null and "books"."deleted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text collate "C" PRIMARY KEY NOT NULL,
	"ndoc" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_id" uuid,
	"last_message_content" text,
	"last_message_sender_id" uuid,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"buyer_unread" integer DEFAULT 0 NOT NULL,
	"seller_unread" integer DEFAULT 0 NOT NULL,
	"buyer_read_seq" integer DEFAULT 0 NOT NULL,
	"buyer_read_at" timestamp (3) with time zone,
	"seller_read_seq" integer DEFAULT 0 NOT NULL,
	"seller_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_book_buyer" UNIQUE("book_id","buyer_id"),
	CONSTRAINT "conversations_two_people" CHECK ("conversations"."buyer_id" <> "conversations"."seller_id"),
	CONSTRAINT "conversations_unread" CHECK ("conversations"."buyer_unread" >= 0 and "conversations"."seller_unread" >= 0),
	CONSTRAINT "conversations_read" CHECK ("conversations"."buyer_read_seq" between 0 and "conversations"."last_seq" and "conversations"."seller_read_seq" between 0 and "conversations"."last_seq"),
	CONSTRAINT "conversations_last_message" CHECK (("conversations"."last_message_id" is null) = ("conversations"."last_seq" = 0))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"content" text NOT NULL,
	"message_type" text DEFAULT 'text' NOT NULL,
	"seq" integer NOT NULL,
	"client_message_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_place" UNIQUE("conversation_id","seq"),
	CONSTRAINT "messages_sent_once" UNIQUE("conversation_id","sender_id","client_message_id"),
	CONSTRAINT "messages_two_people" CHECK ("messages"."sender_id" <> "messages"."receiver_id"),
	CONSTRAINT "messages_content" CHECK (char_length("messages"."content") between 1 and 4000),
	CONSTRAINT "messages_type" CHECK ("messages"."message_type" = 'text'),
	CONSTRAINT "messages_seq" CHECK ("messages"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorites_once" UNIQUE("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"book_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"width" integer,
	"height" integer,
	"sizes" integer[],
	"bytes" integer,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"loose_since" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "photos_status" CHECK ("photos"."status" in ('pending', 'stored')),
	CONSTRAINT "photos_stored_is_whole" CHECK (num_nonnulls("photos"."width", "photos"."height", "photos"."sizes", "photos"."bytes", "photos"."stored_at") = case when "photos"."status" = 'stored' then 5 else 0 end),
	CONSTRAINT "photos_measures" CHECK ("photos"."width" > 0 and "photos"."height" > 0 and "photos"."bytes" > 0 and cardinality("photos"."sizes") > 0),
	CONSTRAINT "photos_held_is_stored" CHECK ("photos"."book_id" is null or ("photos"."status" = 'stored' and "photos"."loose_since" is null))
);
--> statement-breakpoint
CREATE TABLE "kept_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_accounts" ADD CONSTRAINT "identity_accounts_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_views" ADD CONSTRAINT "book_views_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_accounts_user" ON "identity_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_attempts_reset" ON "identity_attempts" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "identity_sessions_user" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_end" ON "identity_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier" ON "identity_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "identity_verifications_end" ON "identity_verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "book_views_day" ON "book_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "books_newest" ON "books" USING btree ("created_at","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "books_subject_newest" ON "books" USING btree ("subject","created_at","id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "books_seller" ON "books" USING btree ("seller_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "books_posted_once" ON "books" USING btree ("seller_id","client_listing_id") WHERE client_listing_id is not null;--> statement-breakpoint
CREATE INDEX "books_deleted" ON "books" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "books_search" ON "books" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_terms_trgm" ON "search_terms" USING gin ("term" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_buyer" ON "conversations" USING btree ("buyer_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_seller" ON "conversations" USING btree ("seller_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "favorites_book" ON "favorites" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "photos_owner" ON "photos" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "photos_book" ON "photos" USING btree ("book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "photos_loose" ON "photos" USING btree ("loose_since") WHERE book_id is null;