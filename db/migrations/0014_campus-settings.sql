CREATE TABLE "campus_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb,
	"icon" "bytea",
	"icon_version" integer,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campus_settings_one_row" CHECK ("campus_settings"."id")
);
