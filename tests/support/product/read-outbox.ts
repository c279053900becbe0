import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp, TestClient } from '../server/test-app.ts';

/** The emails to a user, once all that are queued have been sent; the oldest first. */
export async function readOutbox(app: TestApp, userId: string): Promise<string[]> {
  const [row] = (await app.database.pool.query('SELECT email FROM users WHERE id = $1', [userId])).rows;
  return readMailsTo(app, row.email);
}

/** The same for an address, also of nobody. */
export async function readMailsTo({ app, database: { pool } }: TestApp, email: string): Promise<string[]> {
  const isEmpty = async () => {
    await app.context.jobs.runNow('send-email');
    return Number((await pool.query('SELECT count(*) FROM queued_emails')).rows[0].count);
  };
  await expect.poll(isEmpty).toBe(0);
  const outbox = join(app.context.dataDir, 'mail-outbox');
  const names = await readdir(outbox).catch(() => []);
  // Emails to an account that is deleted go with it, perhaps while these are read.
  const texts = await Promise.all(
    names
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((name) => readFile(join(outbox, name), 'utf8').catch(() => '')),
  );
  return texts.filter((text) => text.startsWith(`To: ${email}\n`));
}

/** The token of the newest emailed link that verifies an email. */
export async function readVerificationToken(app: TestApp, userId: string): Promise<string> {
  const texts = await readOutbox(app, userId);
  return texts.flatMap((text) => /verify-email\?token=(\S+)/.exec(text)?.[1] ?? []).at(-1)!;
}

/** Opens the newest emailed link that verifies the email of a user. */
export async function openVerificationLink(app: TestApp, user: TestClient): Promise<void> {
  const token = await readVerificationToken(app, user.id);
  expect((await user.post('/api/auth/verify-email', { token })).status).toBe(200);
}
