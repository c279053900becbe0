-- Jobs that wait, in the tables of pg-boss, go to the queues' new names, so that they run. A new database has no such tables yet.
DO $$
DECLARE it record;
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
  FOR it IN
    SELECT * FROM (VALUES
      ('accounts-remove-at-clerk', 'delete-clerk-user'),
      ('mail', 'send-email'),
      ('mail-outbox-removal', 'delete-outbox-files'),
      ('notifications-tell', 'send-push-notification'),
      ('cancel-subscription', 'cancel-provider-subscription'),
      ('forget-customer', 'delete-customer'),
      ('settle-payment', 'sync-payment'),
      ('remove-photos', 'delete-unattached-photos-now')) AS queue (former, name)
  LOOP
    INSERT INTO pgboss.queue SELECT (jsonb_populate_record(q, jsonb_build_object('name', it.name))).*
      FROM pgboss.queue q WHERE q.name = it.former ON CONFLICT (name) DO NOTHING;
    UPDATE pgboss.job SET name = it.name WHERE name = it.former;
    DELETE FROM pgboss.queue WHERE name = it.former;
  END LOOP;
  FOR it IN
    SELECT * FROM (VALUES
      ('accounts-forget-expired', 'purge-expired-identities'),
      ('mail-forget-undelivered', 'delete-undelivered-emails'),
      ('notifications-look-after', 'requeue-stale-notifications'),
      ('notifications-mail', 'email-unread-messages'),
      ('support-forget-settled', 'delete-old-support-messages'),
      ('empty-deleted-books', 'purge-deleted-books'),
      ('end-boosts', 'expire-boosts'),
      ('forget-viewers', 'delete-old-views'),
      ('end-ad-free', 'check-due-subscriptions'),
      ('end-test-purchases', 'revoke-test-purchases'),
      ('forget-webhook-events', 'delete-old-webhook-events'),
      ('sandbox-billing', 'run-sandbox-billing'),
      ('sweep-photos', 'delete-unattached-photos')) AS schedule (former, name)
  LOOP
    -- The start writes the schedule under the new name; a run that is due keeps its place.
    DELETE FROM pgboss.schedule WHERE name = 'scheduled' AND key = it.former;
    UPDATE pgboss.job SET singleton_key = CASE WHEN singleton_key = it.former THEN it.name ELSE singleton_key END,
        data = replace(data::text, format('"%s"', it.former), format('"%s"', it.name))::jsonb
      WHERE name IN ('scheduled', '__pgboss__send-it') AND state IN ('created', 'retry', 'active')
        AND data::text LIKE format('%%"%s"%%', it.former);
  END LOOP;
END $$;
