import { join } from 'node:path';
import { Client } from 'pg';

/** In the database of a server: by default, of the one that the journeys share. */
async function runStatement(
  text: string,
  values: unknown[],
  dataDir = process.env['E2E_DATA_DIR']!,
): Promise<void> {
  const client = new Client({ host: join(dataDir, 'database'), user: 'bookswap' });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Sets the end of a listing's time. */
export const endListing = (bookId: string, end: Date): Promise<void> =>
  runStatement('UPDATE books SET expires_at = $2 WHERE id = $1', [bookId, end]);

const VERIFY = 'UPDATE users SET email_verified = true WHERE id = ANY ($1)';

/** As if they had opened the links that were mailed to them. */
export const verifyEmails = (...users: { id: string }[]): Promise<void> =>
  runStatement(VERIFY, [users.map(({ id }) => id)]);

/** The same for users of a server of the test. */
export const verifyEmailsIn = (dataDir: string, users: readonly { id: string }[]): Promise<void> =>
  runStatement(VERIFY, [users.map(({ id }) => id)], dataDir);

/** As if an operator had made this user an admin of a server of the test. */
export const makeAdminIn = (dataDir: string, { id }: { id: string }): Promise<void> =>
  runStatement('UPDATE users SET is_admin = true, admin_granted = true WHERE id = $1', [id], dataDir);
