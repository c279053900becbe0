import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const MATCHING_PROCESS = join(
  import.meta.dirname,
  '../../../../../tests/support/processes/matching-process.ts',
);
const TEST_TIMEOUT_MS = 240_000;
const ISBN = '9780262046305';

let world: TestWorld;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-matching-'));
  world = await TestWorld.open();
});
afterAll(async () => {
  await world.app.database.pool.query('DROP TABLE mailed');
  await world.app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns how the process ended: its exit code, or 'SIGKILL'. */
async function match(bookId: string, killAt?: number): Promise<number | string> {
  const { url } = world.app.database;
  const time = world.app.clock.now().toISOString();
  const given = [MATCHING_PROCESS, url, dataDir, bookId, time, '2'];
  if (killAt !== undefined) given.push(String(killAt));
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

it(
  'alerts and mails each user once, wherever a process is killed and while two processes match',
  async () => {
    const { pool } = world.app.database;
    await pool.query('CREATE TABLE mailed (address text)');
    const users = [];
    for (const name of ['Ada Lin', 'Bo Diaz', 'Cy Okoro', 'Di Novak', 'Ed Park']) {
      const user = await world.app.signedInClient(name);
      await user.patch('/api/users/me/notifications', { mailWanted: 'at-once' });
      users.push(user);
    }
    await world.app.verifyEmails();
    const { id } = await world.createBook();
    await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
    for (const user of users)
      for (const body of [{ isbn: ISBN }, { words: 'algorithms' }]) await user.post('/api/wanted', body);
    await pool.query('TRUNCATE matched_books');
    // The process ends after the transaction of the first users, and in that of others.
    for (const killAt of [3, 2]) expect(await match(id, killAt)).toBe('SIGKILL');
    expect(await Promise.all([match(id), match(id)])).toEqual([0, 0]);
    const { rows } = await pool.query(`SELECT
      (SELECT count(*)::int FROM wanted_alerts) AS alerts,
      (SELECT count(*)::int FROM wanted_alerts WHERE notified_at IS NOT NULL) AS notified,
      (SELECT students FROM matched_books) AS students`);
    expect(rows).toEqual([{ alerts: 10, notified: 10, students: 5 }]);
    const mailed = await pool.query('SELECT address, count(*)::int AS count FROM mailed GROUP BY address');
    expect(mailed.rows.map(({ count }) => count)).toEqual(users.map(() => 1));
  },
  TEST_TIMEOUT_MS,
);
