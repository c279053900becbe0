CREATE TABLE "job_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"data" jsonb NOT NULL,
	"start_after" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"singleton_key" text
);
