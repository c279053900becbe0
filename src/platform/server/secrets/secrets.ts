import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { keptValues } from './table.ts';

/** Keys derived from one root secret, one for each purpose, so that a signature for one use is worthless for another. */
export type Secrets = {
  /** 32 bytes as hex. */
  derive(purpose: string): string;
  /** HMAC-SHA256 as base64url. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
};

/** The root is `SECRET_KEY`, else one made at first start and kept in the database. */
export async function openSecrets(
  database: Database,
  secretKey: string | undefined,
  now: Date,
): Promise<Secrets> {
  const root = secretKey ?? (await keptSecret(database, 'root', now));
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', root, 'bookswap', purpose, 32)).toString('hex');
  const keys = new Map<string, string>();
  const key = (purpose: string) => {
    const kept = keys.get(purpose) ?? derive(purpose);
    keys.set(purpose, kept);
    return kept;
  };
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', key(purpose)).update(value).digest('base64url');
  return {
    derive: key,
    sign,
    verify(purpose, value, signature) {
      const expected = Buffer.from(sign(purpose, value));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

async function keptSecret(database: Database, name: string, now: Date): Promise<string> {
  await database.orm
    .insert(keptValues)
    .values({ name, value: randomBytes(32).toString('hex'), createdAt: now })
    .onConflictDoNothing();
  const [kept] = await database.orm
    .select()
    .from(keptValues)
    .where(sql`${keptValues.name} = ${name}`);
  return kept!.value;
}
