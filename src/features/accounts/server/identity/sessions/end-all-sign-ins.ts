import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { identityEmailTokens, identitySessions, identityVerifications } from '../../table.ts';

/** Ends all sessions, and what has been begun: links of emails, and sign-ins with a provider or a passkey. */
export async function endAllSignIns(client: PoolClient): Promise<void> {
  const orm = drizzle(client);
  for (const table of [identitySessions, identityEmailTokens, identityVerifications]) await orm.delete(table);
}
