import { unbanEmail } from '#features/accounts/server/bans/ban-email.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SecretLocation } from '#platform/server/secrets/root-secret.ts';
import { findProductSecrets } from './find-product-secrets.ts';

/** A ban is stored as a hash with the product's secret as its key: another key does not find it. */
export async function runUnbanCommand(
  database: Database,
  email: string,
  location: SecretLocation,
  now: Date,
): Promise<{ text: string; done: boolean }> {
  const own = await findProductSecrets(database, location);
  if (own === null) return { text: notItsKey(location.secretKey), done: false };
  const done = await database.transaction(async (tx) => {
    const wasBanned = await unbanEmail(tx, { email, secrets: own.secrets });
    if (wasBanned) await recordAdminAction(tx, { actorId: null, action: 'email-unbarred', now });
    return wasBanned;
  });
  return { text: done ? `${email} can sign up again.` : `${email} wasn't banned.`, done };
}

const notItsKey = (secretKey: string | undefined) =>
  `${secretKey === undefined ? 'The default secret' : 'This SECRET_KEY'} isn't the secret that BookSwap last started with.
Nothing was changed. Set the SECRET_KEY that BookSwap runs with, or none if it has none, and try again.`;
