import { unbanEmail } from '#features/accounts/server/bans/ban-email.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { PUSH_KEYS_NAME } from '#features/notifications/server/vapid-keys.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findRootSecret, type SecretLocation } from '#platform/server/secrets/root-secret.ts';
import { openExistingSecrets } from '#platform/server/secrets/secrets.ts';

/** A ban is stored as a hash with the product's secret as its key: another key does not find it. */
export async function runUnbanCommand(
  database: Database,
  email: string,
  location: SecretLocation,
  now: Date,
): Promise<{ text: string; done: boolean }> {
  const root = await findRootSecret(database, location);
  const secrets = await openExistingSecrets(database, root, PUSH_KEYS_NAME);
  if (secrets === null) return { text: notItsKey(location.secretKey), done: false };
  const done = await database.transaction(async (tx) => {
    const wasBanned = await unbanEmail(tx, { email, secrets });
    if (wasBanned) await recordAdminAction(tx, { actorId: null, action: 'email-unbarred', now });
    return wasBanned;
  });
  return { text: done ? `${email} can sign up again.` : `${email} wasn't banned.`, done };
}

const notItsKey = (secretKey: string | undefined) =>
  `${secretKey === undefined ? 'The default secret' : 'This SECRET_KEY'} isn't the secret that BookSwap last started with.
Nothing was changed. Set the SECRET_KEY that BookSwap runs with, or none if it has none, and try again.`;
