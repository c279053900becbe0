-- Every stored time is one that the clock of a process gave, in milliseconds: the values stay, their columns say so. The tables are rewritten.
ALTER TABLE identity_accounts
  ALTER COLUMN access_token_expires_at TYPE timestamptz(3),
  ALTER COLUMN refresh_token_expires_at TYPE timestamptz(3),
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN updated_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_rate_limits
  ALTER COLUMN resets_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_jwks
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN expires_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_email_tokens
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN expires_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_sessions
  ALTER COLUMN expires_at TYPE timestamptz(3),
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN updated_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_users
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN updated_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE identity_verifications
  ALTER COLUMN expires_at TYPE timestamptz(3),
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN updated_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE deleted_identities
  ALTER COLUMN removed_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE banned_emails
  ALTER COLUMN created_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE users
  ALTER COLUMN profile_edited_at TYPE timestamptz(3),
  ALTER COLUMN subscription_expires_at TYPE timestamptz(3),
  ALTER COLUMN created_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE books
  ALTER COLUMN boosted_until TYPE timestamptz(3),
  ALTER COLUMN sold_at TYPE timestamptz(3),
  ALTER COLUMN deleted_at TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE photos
  ALTER COLUMN created_at TYPE timestamptz(3),
  ALTER COLUMN stored_at TYPE timestamptz(3),
  ALTER COLUMN unattached_since TYPE timestamptz(3),
  ALTER COLUMN processing_lease_until TYPE timestamptz(3);
--> statement-breakpoint
ALTER TABLE installation_state
  ALTER COLUMN created_at TYPE timestamptz(3);
