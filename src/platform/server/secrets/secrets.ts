import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { seal, unseal } from './seal.ts';
import { findStoredValue, getOrCreateStoredValue } from './stored-values.ts';
import { installationState } from './table.ts';

/** One key per purpose from one root secret, so that a signature is invalid for another purpose. */
export type Secrets = {
  /** 32 bytes as hex. */
  derive(purpose: string): string;
  /** HMAC-SHA256 as base64url. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /** Created once and stored encrypted, for every process; created again if the root secret has changed. */
  getOrCreate(name: string, make: () => string): Promise<{ value: string; isNew: boolean }>;
};

export function openSecrets(database: Database, root: string, now: Date): Secrets {
  const derived = deriveSecrets(root);
  return { ...derived, getOrCreate: createSecretStore(database, derived.derive, now) };
}

/** The product's secrets, for a command beside it. Null if they cannot decrypt its `sealed` value: not its own. */
export async function openExistingSecrets(
  database: Database,
  root: string | undefined,
  sealed: string,
): Promise<DerivedSecrets | null> {
  const kept = await findStoredValue(database, sealed);
  if (root === undefined || kept === undefined) return null;
  const secrets = deriveSecrets(root);
  return unseal(secrets.derive(sealing(sealed)), kept) === null ? null : secrets;
}

type DerivedSecrets = Omit<Secrets, 'getOrCreate'>;

const sealing = (name: string) => `kept ${name}`;

export function deriveSecrets(root: string): DerivedSecrets {
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

function createSecretStore(database: Database, derive: Secrets['derive'], now: Date): Secrets['getOrCreate'] {
  return async (name, make) => {
    const key = derive(sealing(name));
    const made = seal(key, make());
    const found = await getOrCreateStoredValue(database, name, made, now);
    const value = unseal(key, found);
    if (value !== null) return { value, isNew: found === made };
    const again = seal(key, make());
    await database.orm
      .update(installationState)
      .set({ value: again, createdAt: now })
      .where(and(eq(installationState.name, name), eq(installationState.value, found)));
    const replaced = (await findStoredValue(database, name))!;
    const readable = unseal(key, replaced);
    if (readable === null) throw new Error('Two processes use one database with different secrets');
    return { value: readable, isNew: replaced === again };
  };
}
