import { expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';
import { matchAvailableBook } from './match-available-book.ts';
import type { WantedContext } from '../wanted-context.ts';

const ISBN = '9780262046305';

const world = useTestWorld();

it('alerts each user once, in batches, also where a process dies between two of them', async () => {
  const { id } = await world.createBook();
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  await world.app.verifyEmails();
  const users = [world.buyer];
  for (const name of ['Ada Lin', 'Bo Diaz', 'Cy Okoro', 'Di Novak'])
    users.push(await world.app.signedInClient(name));
  for (const user of users)
    for (const body of [{ isbn: ISBN }, { words: 'algorithms' }]) await user.post('/api/wanted', body);
  const { context } = world.app.app;
  await world.app.database.pool.query('TRUNCATE matched_books');
  const told: string[][] = [];
  const dying = (failAt: number): WantedContext => ({
    ...context,
    timeZone: 'America/New_York',
    events: {
      ...context.events,
      publish: (_event: object, { userIds }: { userIds: string[] }) => {
        told.push(userIds);
        if (told.length === failAt) throw new Error('The process dies');
      },
    } as unknown as WantedContext['events'],
  });
  await expect(matchAvailableBook(dying(2), { bookId: id }, 2)).rejects.toThrow('dies');
  await matchAvailableBook(dying(0), { bookId: id }, 2);
  expect(told.flat().toSorted()).toEqual(users.map((user) => user.id).toSorted());
  expect(told.every((userIds) => userIds.length <= 2)).toBe(true);
  const { rows } = await world.app.database.pool.query('SELECT count(*)::int AS count FROM wanted_alerts');
  expect(rows).toEqual([{ count: 10 }]);
  expect((await world.seller.get(`/api/wanted/students/${id}`)).body).toEqual({ students: 5 });
});
