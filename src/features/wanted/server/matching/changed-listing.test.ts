import { beforeAll, beforeEach, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';
import type { WantedEntry } from '../../contract.ts';

const world = useTestWorld();
beforeAll(async () => {
  await world.app.database.pool
    .query(`INSERT INTO courses VALUES ('MATH101', 'MATH 101', 'Calculus I', null, now());
    INSERT INTO course_books VALUES ('MATH101', '${OTHER_ISBN}', null, null, null, 'required', 1)`);
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries, notifications CASCADE');
});

const ISBN = '9780262046305';
const OTHER_ISBN = '9780306406157';
const shown = async () => ({
  listed: ((await world.buyer.get('/api/wanted')).body as WantedEntry[]).flatMap(({ alerts }) => alerts)
    .length,
  unseen: (await world.buyer.get('/api/wanted/unseen')).body.unseen,
});

it.each([
  { name: 'a higher price', entry: { isbn: ISBN, maxPrice: 7_000 }, edit: { price: 7_001 } },
  { name: 'a worse condition', entry: { isbn: ISBN, minCondition: 'Excellent' }, edit: { condition: 'Good' } },
  { name: 'another ISBN', entry: { isbn: ISBN }, edit: { isbn: '9781118010402' } },
  { name: 'another title', entry: { words: 'algorithms' }, edit: { title: 'Organic Chemistry' } },
  { name: 'no course', entry: { course: 'MATH 101' }, edit: { courses: [] }, former: { courses: ['Math 101'] } },
  { name: 'no ISBN of a course', entry: { course: 'math101' }, edit: { isbn: ISBN }, former: { isbn: OTHER_ISBN } },
])('shows and mails no listing that got $name, until it matches again', async ({ entry, edit, former }) => {
  const { id, ...before } = await world.createBook(former);
  await world.buyer.post('/api/wanted', entry);
  await world.seller.patch(`/api/books/${id}`, { price: 100 });
  await world.seller.patch(`/api/books/${id}`, { price: 200 });
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  expect(await shown()).toEqual({ listed: 1, unseen: 1 });
  expect((await world.seller.patch(`/api/books/${id}`, edit)).status).toBe(200);
  expect(await shown()).toEqual({ listed: 0, unseen: 0 });
  const mailed = (await readOutbox(world.app, world.buyer.id)).length;
  world.app.clock.advance({ days: 1 });
  await world.app.app.context.jobs.runNow('send-due-emails');
  expect(await readOutbox(world.app, world.buyer.id)).toHaveLength(mailed);
  world.app.clock.advance({ days: -1 });
  const [field] = Object.keys(edit) as [string];
  await world.seller.patch(`/api/books/${id}`, { [field]: field === 'price' ? 100 : before[field] });
  expect(await shown()).toEqual({ listed: 1, unseen: 1 });
}); // oxfmt-ignore
