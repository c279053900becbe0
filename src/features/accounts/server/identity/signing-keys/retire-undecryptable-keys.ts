import { symmetricDecrypt } from 'better-auth/crypto';
import { gt, inArray, isNull, or } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityJwks } from '../../table.ts';

/**
 * Expires signing keys whose private half is encrypted under a former `SECRET_KEY`: Better Auth would fail at them
 * instead of creating a new key. Their public half still verifies the tokens that they signed.
 */
export async function retireUndecryptableKeys({
  database,
  clock,
  secrets,
  log,
}: Pick<ServerContext, 'database' | 'clock' | 'secrets' | 'log'>): Promise<void> {
  // Better Auth compares with the machine's clock.
  const now = new Date(Math.min(clock.now().getTime(), Date.now()));
  const live = await database.orm
    .select({ id: identityJwks.id, privateKey: identityJwks.privateKey })
    .from(identityJwks)
    .where(or(isNull(identityJwks.expiresAt), gt(identityJwks.expiresAt, now)));
  const foreign: string[] = [];
  for (const { id, privateKey } of live) {
    const readable = await symmetricDecrypt({
      key: secrets.derive('identity'),
      data: JSON.parse(privateKey) as string,
    }).then(
      () => true,
      () => false,
    );
    if (!readable) foreign.push(id);
  }
  if (foreign.length === 0) return;
  await database.orm.update(identityJwks).set({ expiresAt: now }).where(inArray(identityJwks.id, foreign));
  log.warn(
    { keys: foreign.length },
    'The secret has changed: signing keys made under the former one are retired',
  );
}
