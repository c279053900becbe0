-- no transaction
-- The constraints were added as NOT VALID. This reads the whole table, while users go on writing to it.
ALTER TABLE reports VALIDATE CONSTRAINT reports_known_kind;
--> statement-breakpoint
ALTER TABLE reports VALIDATE CONSTRAINT reports_review_id_reviews_id_fk;
