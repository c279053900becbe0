import { join } from 'node:path';
import { Client } from 'pg';

/** In the database of the server that the journeys share. */
async function runStatement(text: string, values: unknown[]): Promise<void> {
  const client = new Client({ host: join(process.env['E2E_DATA_DIR']!, 'database'), user: 'bookswap' });
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

/** As if they had opened the links that were mailed to them. */
export const verifyEmails = (...users: { id: string }[]): Promise<void> =>
  runStatement('UPDATE users SET email_verified = true WHERE id = ANY ($1)', [users.map(({ id }) => id)]);
