import pg, { type ClientConfig } from 'pg';
import type { DatabaseTimeouts } from './database-timeouts.ts';
import { rowTypeParsers } from './type-parsers.ts';

/** A connection whose server is gone without a sign is found some ten seconds after its last byte. */
const KEEP_ALIVE_DELAY_MS = 3_000;
const CONNECT_TIMEOUT_MS = 8_000;

const common = (connectionString: string, isEmbedded: boolean): ClientConfig => ({
  connectionString,
  ...(isEmbedded && { ssl: false }), // regardless of PGSSLMODE
  application_name: 'bookswap',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
});

/** The limits are startup parameters, which poolers refuse or ignore: behind one they belong to the role. */
export function connectionConfig(
  connectionString: string,
  { timeouts, isPooled, isEmbedded }: { timeouts: DatabaseTimeouts; isPooled: boolean; isEmbedded: boolean },
): ClientConfig {
  const base = common(connectionString, isEmbedded);
  if (isPooled) return base;
  return {
    ...base,
    statement_timeout: timeouts.statement,
    lock_timeout: timeouts.lock,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    // Compiling a statement takes longer than running it: 0.3 of 0.45 s in a search of a million listings.
    options: '-c timezone=UTC -c jit=off',
  };
}

/** The embedded database, which knows no TLS. */
export const isSocket = (url: string): boolean =>
  new URL(url).searchParams.get('host')?.startsWith('/') === true;

/** A separate connection, without limits. The caller ends it. */
export async function openSession(connectionString: string, isEmbedded: boolean): Promise<pg.Client> {
  const client = new pg.Client({
    ...common(connectionString, isEmbedded),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: rowTypeParsers,
  });
  // An 'error' without a listener would end the process. The connection's statements report the failure.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    );
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
