import { beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

const [EIGHTH, SEVENTH, UNNUMBERED] = ['9781119110668', '9780000000002', '9780000000019'] as const;

let push: PushWorld;
let world: TestWorld;
let reader: TestClient;

usePushWorld((opened) => {
  push = opened;
  ({ world } = push);
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query(
    'TRUNCATE wanted_entries, notifications, courses, work_editions CASCADE',
  );
  reader = await world.app.signedInClient('Grace Kim');
  await world.app.verifyEmails();
  // The wanted edition is known by a listing that is sold by now.
  const { id } = await world.createBook({ ...calculus, isbn: EIGHTH, title: 'Calculus, 8th Edition' });
  await world.seller.patch(`/api/books/${id}`, { isSold: true });
});

const calculus = { author: 'James Stewart', price: 900, condition: 'Good' };
const jobs = (name: string) => world.app.app.context.jobs.runNow(name);
async function list(isbn: string, title: string): Promise<string> {
  const { id } = await world.createBook({ ...calculus, isbn, title });
  await jobs(AVAILABLE_BOOK_QUEUE);
  await jobs('send-push');
  return id;
}
const add = async (more: object = {}) => (await reader.post('/api/wanted', { isbn: EIGHTH, ...more })).body;
const entries = async () => (await reader.get('/api/wanted')).body;

describe('other editions of a wanted ISBN', () => {
  it('match once the reader says that they are fine, and the alert names the edition', async () => {
    const phone = await push.addDevice(reader);
    const entry = await add();
    expect(entry.otherEditions).toBe(false);
    await list(SEVENTH, 'Calculus (7th ed.)');
    expect(phone.received).toEqual([]);
    expect((await reader.patch(`/api/wanted/${entry.id}`, { otherEditions: true })).body).toMatchObject({
      otherEditions: true,
      availableCount: 1,
      lowestPrice: 900,
    });
    const id = await list(SEVENTH, 'Calculus');
    expect(phone.received).toMatchObject([
      { title: 'Listed: Calculus', body: '7th Edition, $9.00, Good, from Priya Raman', path: `/book/${id}` },
    ]);
    expect((await entries())[0].alerts).toMatchObject([{ bookId: id, edition: '7th Edition' }]);
    await reader.patch(`/api/wanted/${entry.id}`, { otherEditions: false });
    expect((await entries())[0]).toMatchObject({ otherEditions: false, alerts: [], availableCount: 0 });
    const exact = await list(EIGHTH, 'Calculus, 8th Edition');
    expect((await entries())[0].alerts).toMatchObject([{ bookId: exact, edition: null }]);
  });

  it('are named in the email of a reader without a device', async () => {
    await add({ otherEditions: true });
    await list(SEVENTH, 'Calculus, 7th Edition');
    await list(UNNUMBERED, 'Calculus');
    world.app.clock.advance({ days: 1 });
    await jobs('send-due-emails');
    const emails = (await readOutbox(world.app, reader.id)).join('\n');
    world.app.clock.advance({ days: -1 });
    expect(emails).toContain("'Calculus, 7th Edition', 7th Edition, for $9.00, Good, from Priya Raman:");
    expect(emails).toContain("'Calculus', Another edition, for $9.00");
  });

  it('are named as another edition where nobody knows the number', async () => {
    const phone = await push.addDevice(reader);
    await add({ otherEditions: true });
    await list(UNNUMBERED, 'Calculus');
    expect(phone.received).toMatchObject([{ body: 'Another edition, $9.00, Good, from Priya Raman' }]);
  });

  it('are fine for a new entry where a course accepts any edition, and stay as they are for an old one', async () => {
    const [now, facts] = [world.app.clock.now(), "null, null, null, 'required', 1"];
    await world.app.database.pool
      .query(`INSERT INTO courses VALUES ('MATH101', 'MATH 101', 'Calculus I', null, '${now.toISOString()}');
      INSERT INTO course_books (course_code, isbn, title, author, edition, requirement, place, accepts)
      VALUES ('MATH101', '${EIGHTH}', ${facts}, 'any')`);
    const { id } = await add();
    expect((await add()).otherEditions).toBe(true);
    await reader.patch(`/api/wanted/${id}`, { otherEditions: false });
    expect((await add({ maxPrice: 4_000 })).otherEditions).toBe(false);
  });

  it('count for the seller of one', async () => {
    await add({ otherEditions: true });
    const count = async (isbn: string) =>
      (await world.seller.get(`/api/wanted/students?isbn=${isbn}`)).body.students;
    await list(SEVENTH, 'Calculus, 7th Edition');
    expect(await count(SEVENTH)).toBe(1);
    expect(await count(EIGHTH)).toBe(1);
    await reader.patch(`/api/wanted/${(await entries())[0].id}`, { otherEditions: false });
    expect(await count(SEVENTH)).toBe(0);
  });

  it('match an entry for a course that accepts them', async () => {
    const now = world.app.clock.now().toISOString();
    await world.app.database.pool
      .query(`INSERT INTO courses VALUES ('MATH101', 'MATH 101', 'Calculus I', null, '${now}');
      INSERT INTO course_books (course_code, isbn, requirement, place, accepts) VALUES ('MATH101', '${EIGHTH}', 'required', 1, 'from:7')`);
    await reader.post('/api/wanted', { course: 'MATH 101' });
    const id = await list(SEVENTH, 'Calculus, 7th Edition');
    await list(UNNUMBERED, 'Calculus');
    expect((await entries())[0]).toMatchObject({ availableCount: 1, alerts: [{ bookId: id }] });
  });
});
