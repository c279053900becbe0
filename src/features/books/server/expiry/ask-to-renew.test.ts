import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queuedEmails } from '#platform/server/mail/table.ts';
import { PushWorld } from '#tests/support/product/push-world.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;

beforeAll(async () => {
  push = await PushWorld.open();
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  await sent();
  await rm(outbox(), { recursive: true, force: true });
});
afterAll(() => push.stop());

const run = () => world.app.app.context.jobs.runNow('ask-to-renew');
const outbox = () => join(world.app.app.context.dataDir, 'mail-outbox');
/** All queued emails are delivered. */
async function sent(): Promise<void> {
  const queued = async () => {
    await world.app.app.context.jobs.runNow('send-email');
    return world.app.database.orm.$count(queuedEmails);
  };
  await expect.poll(queued).toBe(0);
}
/** The emails about ending listings so far. */
const emails = async () => {
  await sent();
  const files = await readdir(outbox()).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(outbox(), file), 'utf8')));
  return texts
    .map((text) => ({ subject: /^Subject: (.*)$/m.exec(text)![1]!, body: text }))
    .filter(({ body }) => body.includes('Still selling'));
};
const renew = (id: string) => world.seller.post(`/api/books/${id}/renew`);

it('is done seven days before the end, once for each end', async () => {
  const { id, title } = await world.createBook();
  world.app.clock.advance({ days: 113, minutes: -1 });
  await run();
  expect(await emails()).toEqual([]);
  world.app.clock.advance({ minutes: 1 });
  await run();
  await run();
  const [email, ...more] = await emails();
  expect(more).toEqual([]);
  expect(email!.body).toContain(`Still selling ${title}? Ends in 7 days:`);
  expect(email!.body).toContain(`/book/${id}\n`);
  // A person who reads the list of emails over a shoulder learns no title.
  expect(email!.subject).toBe('Your listing on BookSwap ends soon');
  world.app.clock.advance({ days: 6 });
  await run();
  expect(await emails()).toHaveLength(1);
  await renew(id);
  await run();
  expect(await emails()).toHaveLength(1);
  world.app.clock.advance({ days: 113 });
  await run();
  expect(await emails()).toHaveLength(2);
});

it('sends one email about all listings of a seller', async () => {
  const books = [await world.createBook({ title: 'One' }), await world.createBook({ title: 'Two' })];
  await world.createBook({ title: 'Of another' }, world.buyer);
  world.app.clock.advance({ days: 114 });
  await run();
  const found = await emails();
  expect(found.map(({ subject }) => subject).toSorted()).toEqual([
    '2 of your listings on BookSwap end soon',
    'Your listing on BookSwap ends soon',
  ]);
  const both = found.find(({ subject }) => subject.startsWith('2'))!;
  for (const { id, title } of books) {
    expect(both.body).toContain(`Still selling ${title}?`);
    expect(both.body).toContain(`/book/${id}`);
  }
});

it('waits for a listing that is locked, so that its seller gets one email', async () => {
  const { id } = await world.createBook({ title: 'One' });
  await world.createBook({ title: 'Two' });
  world.app.clock.advance({ days: 114 });
  const { pool } = world.app.database;
  const waiting = async () =>
    (await pool.query('SELECT FROM pg_locks WHERE NOT granted AND pid != pg_backend_pid()')).rowCount;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [id]);
    const running = run();
    await expect.poll(waiting).toBeGreaterThan(0);
    await other.query('COMMIT');
    await running;
  } finally {
    // Also ends the transaction if the test fails in between.
    other.release(true);
  }
  expect((await emails()).map(({ subject }) => subject)).toEqual(['2 of your listings on BookSwap end soon']);
});

it('reaches the devices of the owner, and opens the listing, whose page has the button', async () => {
  const { id, title } = await world.createBook();
  world.app.clock.advance({ days: 114 });
  const phone = await push.addDevice(world.seller);
  await run();
  await run();
  const deliver = () => world.app.app.context.jobs.runNow('send-push');
  await deliver();
  const told = { title: `Still selling ${title}?`, path: `/book/${id}` };
  expect(phone.received).toMatchObject([{ ...told, body: 'Ends in 6 days. Renew it to keep it active.' }]);
  for (const name of ['1', '2', '3', '4']) await world.createBook({ title: name });
  world.app.clock.advance({ days: 114 });
  const token = JSON.stringify(phone.subscription);
  await world.seller.send('PUT', '/api/users/me/push-token', { token });
  await run();
  await deliver();
  expect(phone.received.slice(1)).toMatchObject([{ title: '4 of your listings end soon', path: '/profile' }]);
});

it('asks nobody about sold, deleted or expired listings, nor by an email that is not verified', async () => {
  const sold = await world.createBook();
  const deleted = await world.createBook();
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.seller.delete(`/api/books/${deleted.id}`);
  const unverified = await world.app.signedInClient('Grace Lim');
  await world.createBook({}, unverified);
  world.app.clock.advance({ days: 115 });
  await run();
  expect(await emails()).toEqual([]);
  // Available again in its last days: now its owner gets the question.
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: false });
  await run();
  expect(await emails()).toHaveLength(1);
});

it('waits for the end of a boost that runs longer', async () => {
  const { id } = await world.createBook();
  await world.app.database.pool.query(
    `UPDATE books SET is_boosted = true, boosted_until = expires_at + interval '6 days' WHERE id = $1`,
    [id],
  );
  world.app.clock.advance({ days: 115 });
  await run();
  expect(await emails()).toEqual([]);
  world.app.clock.advance({ days: 4 });
  await run();
  expect(await emails()).toHaveLength(1);
});

it('is repeated as a whole after a failure, and sends nothing twice', async () => {
  await world.createBook();
  await world.createBook({}, world.buyer);
  world.app.clock.advance({ days: 114 });
  const { mailer } = world.app.app.context;
  const send = vi.spyOn(mailer, 'send');
  send.mockImplementationOnce(mailer.send.bind(mailer)).mockRejectedValueOnce(new Error('no connection'));
  await expect(run()).rejects.toThrow('no connection');
  expect(await emails()).toEqual([]);
  send.mockRestore();
  await Promise.all([run(), run()]);
  await run();
  expect(await emails()).toHaveLength(2);
});
