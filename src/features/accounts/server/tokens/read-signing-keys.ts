import { setTimeout } from 'node:timers/promises';
import { importJWK, type JWK, type JWTVerifyGetKey, errors } from 'jose';
import type { Database } from '#platform/server/database/database.ts';
import { identityJwks } from '../identity/table.ts';

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** How long one reading of the table must last, in milliseconds: a flood of invented key ids costs five queries a second. */
const MIN_READ_INTERVAL_MS = 200;

/**
 * The embedded issuer's public keys, straight from its table. A key that another process has made a moment ago is found by the
 * first token it signed: an unknown id reads the table again, once for all who wait, and is refused only after that.
 */
export function createSigningKeyReader(database: Database): JWTVerifyGetKey {
  let keys = new Map<string, Promise<PublicKey>>();
  let next: Promise<void> | undefined;
  let lastRead = -Infinity;

  async function read(): Promise<void> {
    // Always in a later turn, when `next` has been set to this reading.
    await setTimeout(Math.max(0, lastRead + MIN_READ_INTERVAL_MS - performance.now()));
    // From here on a newcomer asks for the following reading: this one may not show its key yet.
    next = undefined;
    lastRead = performance.now();
    const rows = await database.orm.select().from(identityJwks);
    keys = new Map(
      rows.map((row) => [
        row.id,
        keys.get(row.id) ?? importJWK(JSON.parse(row.publicKey) as JWK, row.alg ?? 'EdDSA'),
      ]),
    );
  }

  return async (header) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    if (!keys.has(header.kid)) await (next ??= read());
    const key = keys.get(header.kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}
