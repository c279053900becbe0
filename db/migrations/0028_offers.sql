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
	CONSTRAINT "offers_of_day" UNIQUE("book_id","sender_id","day","number_of_day"),
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
	CONSTRAINT "reservations_price" CHECK ("reservations"."price" between 0 and 999999),
	CONSTRAINT "reservations_state" CHECK ("reservations"."state" in ('active', 'canceled', 'expired', 'completed')),
	CONSTRAINT "reservations_ended" CHECK (("reservations"."state" = 'active') = ("reservations"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "reservation" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_pending" ON "offers" USING btree ("conversation_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "offers_pending_of_book" ON "offers" USING btree ("book_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "offers_due" ON "offers" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "offers_conversation" ON "offers" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_active" ON "reservations" USING btree ("book_id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "reservations_due" ON "reservations" USING btree ("until") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "reservations_book" ON "reservations" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "reservations_conversation" ON "reservations" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_type",
	ADD CONSTRAINT "messages_known_type" CHECK ("messages"."message_type" in ('text', 'offer')) NOT VALID,
	ADD CONSTRAINT "messages_offer" CHECK (("messages"."message_type" = 'offer') = ("messages"."offer" is not null)) NOT VALID;