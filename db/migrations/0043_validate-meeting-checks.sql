-- no transaction
-- The checks were added as NOT VALID. This reads the whole table, while users go on writing to it.
ALTER TABLE messages VALIDATE CONSTRAINT messages_known_type;
--> statement-breakpoint
ALTER TABLE messages VALIDATE CONSTRAINT messages_meeting;
