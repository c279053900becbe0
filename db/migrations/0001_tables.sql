CREATE TABLE "deleted_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deleted_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_accounts_account" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "identity_email_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_email_tokens_purpose" CHECK ("identity_email_tokens"."purpose" in ('verify-email', 'reset-password'))
);
--> statement-breakpoint
CREATE TABLE "identity_jwks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity_rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"passkey_checked_at" timestamp (3) with time zone,
	CONSTRAINT "identity_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banned_emails" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"profile_edited_at" timestamp (3) with time zone,
	"total_sales" integer DEFAULT 0 NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"admin_granted" boolean DEFAULT false NOT NULL,
	"is_ad_free_subscriber" boolean DEFAULT false NOT NULL,
	"subscription_expires_at" timestamp (3) with time zone,
	"fcm_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"student_university" text,
	"student_confirmed_at" timestamp (3) with time zone,
	"student_reminder_at" timestamp (3) with time zone,
	"mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED NOT NULL,
	CONSTRAINT "users_identity" UNIQUE("issuer","subject"),
	CONSTRAINT "users_total_sales" CHECK ("users"."total_sales" >= 0),
	CONSTRAINT "users_granted_is_admin" CHECK ("users"."is_admin" or not "users"."admin_granted"),
	CONSTRAINT "users_name" CHECK (length("users"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" uuid,
	"action" text NOT NULL,
	"target_kind" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_two_people" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"former_price" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_changes_book_id_id_pk" PRIMARY KEY("book_id","id")
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
	"boosted_until" timestamp (3) with time zone,
	"sold_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', search_text(title)), 'A') || setweight(to_tsvector('simple', search_text(author)), 'B') || setweight(to_tsvector('simple', coalesce(isbn, '')), 'C') || setweight(to_tsvector('simple', search_text(subject)), 'D')) STORED NOT NULL,
	"condition_details" jsonb,
	"courses" text[] DEFAULT '{}'::text[] NOT NULL,
	"course_codes" text[] DEFAULT '{}'::text[] NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '120 days' NOT NULL,
	"is_expired" boolean DEFAULT false NOT NULL,
	"renewal_question_at" timestamp (3) with time zone,
	"previous_price" integer,
	"price_lowered_at" timestamp (3) with time zone,
	"reserved_until" timestamp (3) with time zone,
	"title_changed_at" timestamp (3) with time zone,
	CONSTRAINT "books_title" CHECK (length("books"."title") between 1 and 400),
	CONSTRAINT "books_author" CHECK (length("books"."author") between 1 and 400),
	CONSTRAINT "books_isbn_digits" CHECK ("books"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "books_subject" CHECK (length("books"."subject") between 1 and 100),
	CONSTRAINT "books_condition" CHECK ("books"."condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')),
	CONSTRAINT "books_price" CHECK ("books"."price" between 0 and 999999),
	CONSTRAINT "books_images" CHECK (cardinality("books"."images") <= 5),
	CONSTRAINT "books_courses_count" CHECK (cardinality("books"."courses") <= 5 and cardinality("books"."courses") = cardinality("books"."course_codes")),
	CONSTRAINT "books_views" CHECK ("books"."views" >= 0),
	CONSTRAINT "books_boosted_has_end" CHECK (not "books"."is_boosted" or "books"."boosted_until" is not null),
	CONSTRAINT "books_active" CHECK ("books"."is_active" = ("books"."sold_at" is null and "books"."deleted_at" is null and not "books"."is_expired"))
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text collate "C" PRIMARY KEY NOT NULL,
	"ndoc" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "boosts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "boosts_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "daily_usage" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "daily_usage_user_id_day_kind_pk" PRIMARY KEY("user_id","day","kind")
);
--> statement-breakpoint
CREATE TABLE "unowned_usage" (
	"owner" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "unowned_usage_owner_day_kind_pk" PRIMARY KEY("owner","day","kind")
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
	"last_message_is_withheld" boolean DEFAULT false NOT NULL,
	"reservation" jsonb,
	"meeting" jsonb,
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
	"is_withheld" boolean DEFAULT false NOT NULL,
	"offer" jsonb,
	"event" jsonb,
	"sender_read_at" timestamp (3) with time zone,
	"meeting" jsonb,
	CONSTRAINT "messages_place" UNIQUE("conversation_id","seq"),
	CONSTRAINT "messages_sent_once" UNIQUE("conversation_id","sender_id","client_message_id"),
	CONSTRAINT "messages_two_people" CHECK ("messages"."sender_id" <> "messages"."receiver_id"),
	CONSTRAINT "messages_content" CHECK (char_length("messages"."content") between 1 and 4000),
	CONSTRAINT "messages_known_type" CHECK ("messages"."message_type" in ('text', 'offer', 'event', 'meeting')),
	CONSTRAINT "messages_offer" CHECK (("messages"."message_type" = 'offer') = ("messages"."offer" is not null)),
	CONSTRAINT "messages_event" CHECK (("messages"."message_type" = 'event') = ("messages"."event" is not null)),
	CONSTRAINT "messages_meeting" CHECK (("messages"."message_type" = 'meeting') = ("messages"."meeting" is not null)),
	CONSTRAINT "messages_seq" CHECK ("messages"."seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "course_books" (
	"course_code" text collate "C" NOT NULL,
	"isbn" text NOT NULL,
	"title" text,
	"author" text,
	"edition" text,
	"requirement" text NOT NULL,
	"place" smallint NOT NULL,
	"left_at" timestamp (3) with time zone,
	"former_term" text,
	CONSTRAINT "course_books_course_code_isbn_pk" PRIMARY KEY("course_code","isbn"),
	CONSTRAINT "course_books_isbn_digits" CHECK ("course_books"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "course_books_requirement" CHECK ("course_books"."requirement" in ('required', 'recommended'))
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"code" text collate "C" PRIMARY KEY NOT NULL,
	"written_code" text NOT NULL,
	"title" text NOT NULL,
	"term" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text(title))) STORED NOT NULL,
	CONSTRAINT "courses_lengths" CHECK (length("courses"."code") between 2 and 40 and length("courses"."written_code") <= 60)
);
--> statement-breakpoint
CREATE TABLE "taken_courses" (
	"user_id" uuid NOT NULL,
	"course_code" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_courses_user_id_course_code_pk" PRIMARY KEY("user_id","course_code")
);
--> statement-breakpoint
CREATE TABLE "named_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "named_sales_users" CHECK ("named_sales"."seller_id" <> "named_sales"."buyer_id"),
	CONSTRAINT "named_sales_price" CHECK ("named_sales"."price" between 0 and 999999),
	CONSTRAINT "named_sales_state" CHECK ("named_sales"."state" in ('waiting', 'confirmed', 'denied', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "resale_questions" (
	"sale_id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"semester_end" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "fetched_editions" (
	"isbn" text NOT NULL,
	"source" text NOT NULL,
	"title" text,
	"author" text,
	"edition" text,
	"publisher" text,
	"published_year" integer,
	"subject" text,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fetched_editions_isbn_source_pk" PRIMARY KEY("isbn","source"),
	CONSTRAINT "fetched_editions_isbn" CHECK ("fetched_editions"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "fetched_editions_source" CHECK ("fetched_editions"."source" in ('openlibrary', 'googlebooks'))
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
CREATE TABLE "wrong_handover_codes" (
	"reservation_id" uuid PRIMARY KEY NOT NULL,
	"count" smallint NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "wrong_handover_codes_count" CHECK ("wrong_handover_codes"."count" between 1 and 5),
	CONSTRAINT "wrong_handover_codes_paused" CHECK (("wrong_handover_codes"."count" = 5) = ("wrong_handover_codes"."paused_until" is not null))
);
--> statement-breakpoint
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
CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hint" text,
	"position" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "places_lengths" CHECK (char_length("places"."name") between 1 and 80 and char_length("places"."hint") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email_on_unread" boolean DEFAULT false NOT NULL,
	"push_wanted" boolean DEFAULT true NOT NULL,
	"mail_wanted" text DEFAULT 'daily' NOT NULL,
	"push_prices" boolean DEFAULT true NOT NULL,
	"mail_prices" boolean DEFAULT false NOT NULL,
	"push_reminders" boolean DEFAULT true NOT NULL,
	"mail_reminders" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_book_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"book_id" uuid,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_push_notifications" (
	"message_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"is_queued" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_push_notifications_once" PRIMARY KEY("message_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"session_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "unread_message_emails" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"end_reason" text,
	"is_withheld" boolean NOT NULL,
	"day" date NOT NULL,
	"number_of_day" smallint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offers_number" CHECK ("offers"."number_of_day" between 1 and 5),
	CONSTRAINT "offers_amount" CHECK ("offers"."amount" between 100 and 999999),
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('pending', 'accepted', 'declined', 'withdrawn', 'expired', 'countered')),
	CONSTRAINT "offers_ended" CHECK (("offers"."state" = 'pending') = ("offers"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"offer_id" uuid,
	"price" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"agreed" jsonb,
	"notified_changes" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "reservations_price" CHECK ("reservations"."price" between 0 and 999999),
	CONSTRAINT "reservations_state" CHECK ("reservations"."state" in ('active', 'canceled', 'expired', 'completed')),
	CONSTRAINT "reservations_ended" CHECK (("reservations"."state" = 'active') = ("reservations"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"provider" text NOT NULL,
	"user_id" uuid NOT NULL,
	"stripe_customer_id" text NOT NULL,
	CONSTRAINT "payment_customers_provider_user_id_pk" PRIMARY KEY("provider","user_id"),
	CONSTRAINT "payment_customers_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_status_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_status_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"stripe_payment_intent_id" text NOT NULL,
	"user_id" uuid,
	"book_id" uuid,
	"type" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"is_processing" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_error" text,
	"amount_refunded" integer DEFAULT 0 NOT NULL,
	"dispute_status" text,
	"card_brand" text,
	"card_last4" text,
	"receipt_url" text,
	"refund_reason" text,
	"fulfilled_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	"was_attempted" boolean DEFAULT false NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_stripe_payment_intent_id_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('sandbox', 'stripe-test', 'stripe-live')),
	CONSTRAINT "payments_type" CHECK ("payments"."type" in ('boost', 'remove-ads')),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'succeeded', 'failed', 'canceled', 'refunded', 'disputed')),
	CONSTRAINT "payments_refund_reason" CHECK ("payments"."refund_reason" in ('listing-gone', 'person-gone')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_processed" CHECK (("payments"."status" = 'pending') = ("payments"."processed_at" is null)),
	CONSTRAINT "payments_processing" CHECK (not "payments"."is_processing" or "payments"."status" = 'pending')
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"unattached_since" timestamp (3) with time zone,
	"processing_lease_until" timestamp (3) with time zone,
	"profile_image_of_user_id" uuid,
	CONSTRAINT "photos_one_holder" CHECK (num_nonnulls("photos"."book_id", "photos"."profile_image_of_user_id") <= 1),
	CONSTRAINT "photos_status" CHECK ("photos"."status" in ('pending', 'stored')),
	CONSTRAINT "photos_stored_is_whole" CHECK (num_nonnulls("photos"."width", "photos"."height", "photos"."sizes", "photos"."bytes", "photos"."stored_at") = case when "photos"."status" = 'stored' then 5 else 0 end),
	CONSTRAINT "photos_measures" CHECK ("photos"."width" > 0 and "photos"."height" > 0 and "photos"."bytes" > 0 and cardinality("photos"."sizes") > 0),
	CONSTRAINT "photos_held_is_stored" CHECK (num_nonnulls("photos"."book_id", "photos"."profile_image_of_user_id") = 0 or ("photos"."status" = 'stored' and "photos"."unattached_since" is null))
);
--> statement-breakpoint
CREATE TABLE "price_notices" (
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notified_at" timestamp (3) with time zone NOT NULL,
	"previous_price" integer,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "price_notices_once" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reply_times" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"usually_answers" text,
	"measured_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reply_times_known" CHECK ("reply_times"."usually_answers" in ('hour', 'day', 'days'))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid,
	"message_id" uuid,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"handled_by" uuid,
	"handled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"review_id" uuid,
	CONSTRAINT "reports_known_kind" CHECK ("reports"."kind" in ('book', 'message', 'user', 'review')),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('fake', 'spam', 'inappropriate', 'harassment', 'unsafe', 'other')),
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('open', 'acted', 'dismissed')),
	CONSTRAINT "reports_handled" CHECK (("reports"."status" = 'open') = ("reports"."handled_at" is null))
);
--> statement-breakpoint
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
	"notified_at" timestamp (3) with time zone,
	"counts" boolean DEFAULT true NOT NULL,
	CONSTRAINT "reviews_once" UNIQUE("sale_id","written_by"),
	CONSTRAINT "reviews_written_by" CHECK ("reviews"."written_by" in ('seller', 'buyer')),
	CONSTRAINT "reviews_not_of_oneself" CHECK ("reviews"."author_id" <> "reviews"."reviewed_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_tags" CHECK ("reviews"."tags" <@ array['Book as described', 'On time', 'Friendly', 'Quick answers']::text[]),
	CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null))
);
--> statement-breakpoint
CREATE TABLE "confirmed_sales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"book_id" uuid,
	"seller_id" uuid,
	"buyer_id" uuid,
	"seller_key" uuid NOT NULL,
	"price" integer NOT NULL,
	"isbn" text,
	"condition" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"counts_until" timestamp (3) with time zone,
	"title" text,
	"author" text,
	"subject" text,
	"counts" boolean DEFAULT true NOT NULL,
	"seller_mailbox" text,
	"buyer_mailbox" text,
	CONSTRAINT "confirmed_sales_users" CHECK ("confirmed_sales"."seller_id" <> "confirmed_sales"."buyer_id"),
	CONSTRAINT "confirmed_sales_price" CHECK ("confirmed_sales"."price" between 0 and 999999),
	CONSTRAINT "confirmed_sales_isbn_digits" CHECK ("confirmed_sales"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "confirmed_sales_condition" CHECK ("confirmed_sales"."condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor'))
);
--> statement-breakpoint
CREATE TABLE "ad_free_periods" (
	"stripe_payment_intent_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"stripe_customer_id" text,
	"user_id" uuid,
	"status" text NOT NULL,
	"terminated_at" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"paid_through" timestamp (3) with time zone,
	"complimentary_through" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete_expired', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_messages_answer" CHECK ("support_messages"."answer" is null or "support_messages"."closed_at" is not null)
);
--> statement-breakpoint
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
	"notified_at" timestamp (3) with time zone,
	"notified_by" text,
	CONSTRAINT "wanted_alerts_once" PRIMARY KEY("entry_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "wanted_digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
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
	"awaited_book_ids" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wanted_entries_once" UNIQUE("user_id","same_key"),
	CONSTRAINT "wanted_entries_kind" CHECK (num_nonnulls("wanted_entries"."isbn", "wanted_entries"."course", "wanted_entries"."words") = 1),
	CONSTRAINT "wanted_entries_query" CHECK (("wanted_entries"."words" is null) = ("wanted_entries"."query" is null)),
	CONSTRAINT "wanted_entries_max_price" CHECK ("wanted_entries"."max_price" between 0 and 999999),
	CONSTRAINT "wanted_entries_min_condition" CHECK ("wanted_entries"."min_condition" in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor'))
);
--> statement-breakpoint
-- By hand: Drizzle declares no UNLOGGED. Events are of use for seconds.
CREATE UNLOGGED TABLE "recent_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queued_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"reply_to" text,
	"about_user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unsubscribe_url" text
);
--> statement-breakpoint
CREATE TABLE "installation_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_accounts" ADD CONSTRAINT "identity_accounts_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_email_tokens" ADD CONSTRAINT "identity_email_tokens_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_passkeys" ADD CONSTRAINT "identity_passkeys_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "book_views" ADD CONSTRAINT "book_views_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "boosts" ADD CONSTRAINT "boosts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_usage" ADD CONSTRAINT "daily_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "course_books" ADD CONSTRAINT "course_books_course_code_courses_code_fk" FOREIGN KEY ("course_code") REFERENCES "public"."courses"("code") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "taken_courses" ADD CONSTRAINT "taken_courses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "named_sales" ADD CONSTRAINT "named_sales_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "resale_questions" ADD CONSTRAINT "resale_questions_sale_id_confirmed_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."confirmed_sales"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "resale_questions" ADD CONSTRAINT "resale_questions_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wrong_handover_codes" ADD CONSTRAINT "wrong_handover_codes_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_book_notices" ADD CONSTRAINT "pending_book_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_book_notices" ADD CONSTRAINT "pending_book_notices_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_push_notifications" ADD CONSTRAINT "pending_push_notifications_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unread_message_emails" ADD CONSTRAINT "unread_message_emails_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_status_history" ADD CONSTRAINT "payment_status_history_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_profile_image_of_user_id_users_id_fk" FOREIGN KEY ("profile_image_of_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reply_times" ADD CONSTRAINT "reply_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_sale_id_confirmed_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."confirmed_sales"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewed_id_users_id_fk" FOREIGN KEY ("reviewed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "confirmed_sales" ADD CONSTRAINT "confirmed_sales_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_free_periods" ADD CONSTRAINT "ad_free_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ad_free_periods" ADD CONSTRAINT "ad_free_periods_payment" FOREIGN KEY ("stripe_payment_intent_id") REFERENCES "public"."payments"("stripe_payment_intent_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "matched_books" ADD CONSTRAINT "matched_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wanted_alerts" ADD CONSTRAINT "wanted_alerts_entry_id_wanted_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."wanted_entries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wanted_digests" ADD CONSTRAINT "wanted_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wanted_entries" ADD CONSTRAINT "wanted_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The audit log only grows, also for a superuser.
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- A row trigger does not see TRUNCATE.
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
