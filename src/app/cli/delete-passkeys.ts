import { deletePasskeysOfEmail } from '#features/accounts/server/identity/passkeys/own-passkeys.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Deletes the passkeys of an administrator who has lost the device. The password is enough again. */
export async function runDeletePasskeysCommand(
  database: Database,
  email: string,
  now: Date,
): Promise<{ text: string; done: boolean }> {
  const done = await database.transaction(async (tx) => {
    const hadSome = await deletePasskeysOfEmail(tx, email);
    if (hadSome) await recordAdminAction(tx, { actorId: null, action: 'passkeys-deleted', now });
    return hadSome;
  });
  return {
    text: done ? `The passkeys of ${email} are deleted.` : `No user with the email ${email} has passkeys.`,
    done,
  };
}
