-- Renames only: no row is read or written. The processes of the version before do not know these names: stop them first.
ALTER TABLE barred_emails RENAME TO banned_emails;
--> statement-breakpoint
ALTER TABLE banned_emails RENAME CONSTRAINT barred_emails_pkey TO banned_emails_pkey;
--> statement-breakpoint
ALTER TABLE identity_attempts RENAME TO identity_rate_limits;
--> statement-breakpoint
ALTER TABLE identity_rate_limits RENAME CONSTRAINT identity_attempts_pkey TO identity_rate_limits_pkey;
--> statement-breakpoint
ALTER INDEX identity_attempts_reset RENAME TO identity_rate_limits_reset;
--> statement-breakpoint
ALTER TABLE identity_links RENAME TO identity_email_tokens;
--> statement-breakpoint
ALTER TABLE identity_email_tokens RENAME CONSTRAINT identity_links_pkey TO identity_email_tokens_pkey;
--> statement-breakpoint
ALTER TABLE identity_email_tokens RENAME CONSTRAINT identity_links_purpose TO identity_email_tokens_purpose;
--> statement-breakpoint
ALTER TABLE identity_email_tokens RENAME CONSTRAINT identity_links_user_id_identity_users_id_fk TO identity_email_tokens_user_id_identity_users_id_fk;
--> statement-breakpoint
ALTER INDEX identity_links_user RENAME TO identity_email_tokens_user;
--> statement-breakpoint
ALTER INDEX identity_links_end RENAME TO identity_email_tokens_end;
--> statement-breakpoint
ALTER TABLE removed_identities RENAME TO deleted_identities;
--> statement-breakpoint
ALTER TABLE deleted_identities RENAME CONSTRAINT removed_identities_issuer_subject_pk TO deleted_identities_issuer_subject_pk;
--> statement-breakpoint
ALTER TABLE kept_values RENAME TO installation_state;
--> statement-breakpoint
ALTER TABLE installation_state RENAME CONSTRAINT kept_values_pkey TO installation_state_pkey;
--> statement-breakpoint
ALTER TABLE mails RENAME TO queued_emails;
--> statement-breakpoint
ALTER TABLE queued_emails RENAME COLUMN about TO about_user_id;
--> statement-breakpoint
ALTER TABLE queued_emails RENAME CONSTRAINT mails_pkey TO queued_emails_pkey;
--> statement-breakpoint
ALTER INDEX mails_recipient RENAME TO queued_emails_recipient;
--> statement-breakpoint
ALTER INDEX mails_created RENAME TO queued_emails_created;
--> statement-breakpoint
ALTER TABLE message_notices RENAME TO pending_push_notifications;
--> statement-breakpoint
ALTER TABLE pending_push_notifications RENAME COLUMN queued TO is_queued;
--> statement-breakpoint
ALTER TABLE pending_push_notifications RENAME CONSTRAINT message_notices_once TO pending_push_notifications_once;
--> statement-breakpoint
ALTER TABLE pending_push_notifications RENAME CONSTRAINT message_notices_message_id_messages_id_fk TO pending_push_notifications_message_id_messages_id_fk;
--> statement-breakpoint
ALTER INDEX message_notices_conversation RENAME TO pending_push_notifications_conversation;
--> statement-breakpoint
ALTER INDEX message_notices_device RENAME TO pending_push_notifications_device;
--> statement-breakpoint
ALTER INDEX message_notices_created RENAME TO pending_push_notifications_created;
--> statement-breakpoint
ALTER TABLE message_mails RENAME TO unread_message_emails;
--> statement-breakpoint
ALTER TABLE unread_message_emails RENAME CONSTRAINT message_mails_pkey TO unread_message_emails_pkey;
--> statement-breakpoint
ALTER TABLE unread_message_emails RENAME CONSTRAINT message_mails_message_id_messages_id_fk TO unread_message_emails_message_id_messages_id_fk;
--> statement-breakpoint
ALTER INDEX message_mails_conversation RENAME TO unread_message_emails_conversation;
--> statement-breakpoint
ALTER INDEX message_mails_created RENAME TO unread_message_emails_created;
--> statement-breakpoint
ALTER TABLE push_devices RENAME TO push_subscriptions;
--> statement-breakpoint
ALTER TABLE push_subscriptions RENAME CONSTRAINT push_devices_pkey TO push_subscriptions_pkey;
--> statement-breakpoint
ALTER TABLE push_subscriptions RENAME CONSTRAINT push_devices_endpoint_unique TO push_subscriptions_endpoint_unique;
--> statement-breakpoint
ALTER TABLE push_subscriptions RENAME CONSTRAINT push_devices_user_id_users_id_fk TO push_subscriptions_user_id_users_id_fk;
--> statement-breakpoint
ALTER INDEX push_devices_user RENAME TO push_subscriptions_user;
--> statement-breakpoint
ALTER TABLE notification_settings RENAME COLUMN mail_messages TO email_on_unread;
--> statement-breakpoint
ALTER TABLE payment_changes RENAME TO payment_status_history;
--> statement-breakpoint
ALTER SEQUENCE payment_changes_id_seq RENAME TO payment_status_history_id_seq;
--> statement-breakpoint
ALTER TABLE payment_status_history RENAME CONSTRAINT payment_changes_pkey TO payment_status_history_pkey;
--> statement-breakpoint
ALTER TABLE payment_status_history RENAME CONSTRAINT payment_changes_payment_id_payments_id_fk TO payment_status_history_payment_id_payments_id_fk;
--> statement-breakpoint
ALTER INDEX payment_changes_of RENAME TO payment_status_history_of;
--> statement-breakpoint
ALTER TABLE payments RENAME COLUMN ask_at TO next_check_at;
--> statement-breakpoint
ALTER TABLE payments RENAME COLUMN announced_at TO notified_at;
--> statement-breakpoint
ALTER TABLE payments RENAME COLUMN attempted TO was_attempted;
--> statement-breakpoint
ALTER TABLE payments RENAME COLUMN processing TO is_processing;
--> statement-breakpoint
ALTER INDEX payments_to_ask RENAME TO payments_next_check;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN ask_at TO next_check_at;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN called_off_at TO terminated_at;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN free_through TO complimentary_through;
--> statement-breakpoint
ALTER INDEX subscriptions_to_ask RENAME TO subscriptions_next_check;
--> statement-breakpoint
ALTER TABLE photos RENAME COLUMN loose_since TO unattached_since;
--> statement-breakpoint
ALTER TABLE photos RENAME COLUMN portrait_of TO profile_image_of_user_id;
--> statement-breakpoint
ALTER TABLE photos RENAME COLUMN claimed_until TO processing_lease_until;
--> statement-breakpoint
ALTER TABLE photos RENAME CONSTRAINT photos_portrait_of_users_id_fk TO photos_profile_image_of_user_id_users_id_fk;
--> statement-breakpoint
ALTER INDEX photos_loose RENAME TO photos_unattached;
--> statement-breakpoint
ALTER INDEX photos_portrait RENAME TO photos_profile_image;
--> statement-breakpoint
ALTER TABLE messages RENAME COLUMN withheld TO is_withheld;
--> statement-breakpoint
ALTER TABLE conversations RENAME COLUMN last_message_withheld TO last_message_is_withheld;
--> statement-breakpoint
-- PostgreSQL 18 gives a NOT NULL a name, after the table and the column; the versions before it have none.
DO $$
DECLARE it record;
BEGIN
  FOR it IN
    SELECT k.conrelid::regclass AS place, k.conname AS former, format('%s_%s_not_null', c.relname, a.attname) AS name
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'n' AND k.connamespace = 'public'::regnamespace
      AND c.relname IN ('banned_emails', 'identity_rate_limits', 'identity_email_tokens', 'deleted_identities', 'installation_state',
        'queued_emails', 'pending_push_notifications', 'unread_message_emails', 'push_subscriptions', 'notification_settings',
        'payment_status_history', 'payments', 'subscriptions', 'photos', 'messages', 'conversations')
  LOOP
    IF it.former <> it.name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', it.place, it.former, it.name);
    END IF;
  END LOOP;
END $$;
