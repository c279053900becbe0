import { join } from 'node:path';
import { Client } from 'pg';

/** Sets the end of a listing's time, in the database of the server that the journeys share. */
export async function endListing(bookId: string, end: Date): Promise<void> {
  const client = new Client({ host: join(process.env['E2E_DATA_DIR']!, 'database'), user: 'bookswap' });
  await client.connect();
  try {
    await client.query('UPDATE books SET expires_at = $2 WHERE id = $1', [bookId, end]);
  } finally {
    await client.end();
  }
}
