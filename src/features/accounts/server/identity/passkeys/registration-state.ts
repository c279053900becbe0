import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { findPasswordHash } from '../passwords/password-hashes.ts';
import { identityPasskeys } from '../../table.ts';

type RegistrationState = {
  passkeyCount: number;
  /** The same as long as neither the passkeys nor the password change; different in another session. */
  fingerprint: string;
};

/**
 * What a challenge for a new passkey is bound to: each change of the credentials ends it, or a former password
 * could add a passkey later.
 */
export async function readRegistrationState(
  orm: Pick<Database['orm'], 'select'>,
  { identityId, session }: { identityId: string; session: string },
): Promise<RegistrationState> {
  const password = await findPasswordHash(orm, identityId);
  const passkeys = await orm
    .select({ id: identityPasskeys.id })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, identityId))
    .orderBy(asc(identityPasskeys.id));
  const state = JSON.stringify([session, password, ...passkeys.map(({ id }) => id)]);
  return {
    passkeyCount: passkeys.length,
    fingerprint: createHash('sha256').update(state).digest('base64url'),
  };
}
