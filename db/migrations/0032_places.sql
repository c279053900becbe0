CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hint" text,
	"position" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "places_lengths" CHECK (char_length("places"."name") between 1 and 80 and char_length("places"."hint") between 1 and 120)
);
