import { setTimeout } from 'node:timers/promises';
import { importJWK, type JWK, type JWTVerifyGetKey, errors } from 'jose';
import type { Database } from '#platform/server/database/database.ts';
import { identityJwks } from '../../table.ts';

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** Bounds a flood of invented key ids to five queries a second. */
const MIN_READ_INTERVAL_MS = 200;

/**
 * The public keys of the embedded issuer. An unknown key id reads the table again, once for all waiting requests:
 * another process may have just created the key.
 */
export function createSigningKeyReader(database: Database): JWTVerifyGetKey {
  let keys = new Map<string, Promise<PublicKey>>();
  let next: Promise<void> | undefined;
  let lastRead = -Infinity;

  async function read(): Promise<void> {
    // Always asynchronous, so that `next` is set to this read first.
    await setTimeout(Math.max(0, lastRead + MIN_READ_INTERVAL_MS - performance.now()));
    // Later requests wait for the next read: this one may miss their key.
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
