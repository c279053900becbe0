import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());

/** `waiting`: the statement of a request that waits for it. */
type Lock = { text: string; id: string; waiting: string };

/** The response to a request that waits for a lock, and whether its case is free meanwhile. */
async function during(lock: Lock, caseId: string, request: () => Promise<{ status: number }>) {
  const { pool } = world.app.database;
  const other = await pool.connect();
  // A job may wait for the same row.
  const isWaiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ $1`;
  try {
    await other.query('BEGIN');
    await other.query(lock.text, [lock.id]);
    const response = request();
    await expect.poll(async () => (await pool.query(isWaiting, [lock.waiting])).rowCount).toBe(1);
    // As the one who holds the lock would go on.
    const isFree = await other
      .query('SELECT FROM cases WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [caseId])
      .then(
        () => true,
        () => false,
      );
    await other.query('ROLLBACK');
    return { isFree, status: (await response).status };
  } finally {
    other.release(true);
  }
}

const userLock = ({ id }: TestClient): Lock => ({
  text: 'SELECT FROM users WHERE id = $1 FOR UPDATE',
  id,
  waiting: 'from "users".* for key share',
});
const bookLock = (id: string): Lock => ({
  text: 'SELECT FROM books WHERE id = $1 FOR UPDATE',
  id,
  waiting: 'from "books".* for update$',
});

const measure = (caseId: string, input: object) => () =>
  world.ana.post(`/api/staff/cases/${caseId}/measures`, { reason: 'spam', ...input });

async function open() {
  const seller = await world.person('Locked seller');
  const bookId = await world.list(seller);
  return { seller, bookId, caseId: await world.openBookCase(bookId, seller) };
}

it.each([['hide'], ['remove'], ['warn'], ['pause']])(
  'to %s waits for the deletion of the user without the case that the deletion needs',
  async (kind) => {
    const { seller, caseId } = await open();
    const input = { kind, ...(kind === 'pause' && { days: 7 }) };
    const waited = await during(userLock(seller), caseId, measure(caseId, input));
    expect(waited).toEqual({ isFree: true, status: 201 });
  },
);

it('a report waits for the deletion of the user without the case', async () => {
  const { seller, bookId, caseId } = await open();
  const reporter = await world.person('Reporter');
  const report = () => reporter.post('/api/reports', { kind: 'book', id: bookId, reason: 'spam' });
  expect(await during(userLock(seller), caseId, report)).toEqual({ isFree: true, status: 200 });
});

it.each([['hide'], ['remove'], ['pause']])(
  'to %s waits for a change of the listing without the case',
  async (kind) => {
    const { bookId, caseId } = await open();
    const input = { kind, ...(kind === 'pause' && { days: 7 }) };
    const waited = await during(bookLock(bookId), caseId, measure(caseId, input));
    expect(waited).toEqual({ isFree: true, status: 201 });
  },
);

it('a lift, an appeal and its answer wait for a change of the listing without the case', async () => {
  const { seller, bookId, caseId } = await open();
  const { id } = (await measure(caseId, { kind: 'hide' })()).body;
  const lift = () => world.ana.post(`/api/staff/measures/${id}/lift`, { note: '' });
  expect(await during(bookLock(bookId), caseId, lift)).toEqual({ isFree: true, status: 200 });
  const again = (await measure(await world.openBookCase(bookId, seller), { kind: 'hide' })()).body.id;
  const appeal = () => seller.post(`/api/decisions/${again}/appeal`, { text: 'No.' });
  expect(await during(bookLock(bookId), caseId, appeal)).toEqual({ isFree: true, status: 201 });
  const { rows } = await world.app.database.pool.query('SELECT id FROM appeals WHERE measure_id = $1', [
    again,
  ]);
  const answer = () =>
    world.ben.post(`/api/staff/appeals/${rows[0].id}/decide`, { outcome: 'reversed', note: '' });
  expect(await during(bookLock(bookId), caseId, answer)).toEqual({ isFree: true, status: 200 });
});
