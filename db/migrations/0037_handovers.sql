CREATE TABLE "wrong_handover_codes" (
	"reservation_id" uuid PRIMARY KEY NOT NULL,
	"count" smallint NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "wrong_handover_codes_count" CHECK ("wrong_handover_codes"."count" between 1 and 5),
	CONSTRAINT "wrong_handover_codes_paused" CHECK (("wrong_handover_codes"."count" = 5) = ("wrong_handover_codes"."paused_until" is not null))
);
--> statement-breakpoint
ALTER TABLE "wrong_handover_codes" ADD CONSTRAINT "wrong_handover_codes_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;