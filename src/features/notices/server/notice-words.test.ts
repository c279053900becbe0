import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

const words = 'It sells a copied book';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());

const notify = (by: TestClient, path: string) =>
  by.post('/api/notices', {
    url: `${world.app.address}${path}`,
    reason: words,
    name: 'Ada Reeves',
    email: 'ada@reeves.example',
    goodFaith: true,
  });

const caseOf = async (targetId: string): Promise<string> =>
  (await world.app.database.pool.query('SELECT id FROM cases WHERE target_id = $1', [targetId])).rows[0].id;

/** What the team reads of the notices of a case, some days later. */
async function wordsAfter(days: number, caseId: string): Promise<string[]> {
  world.app.clock.advance({ days });
  await world.app.app.context.jobs.runNow('erase-notifiers');
  await world.app.app.context.jobs.runNow('erase-orphaned-words');
  const { complaints } = (await world.admin.get(`/api/staff/cases/${caseId}`)).body;
  return complaints.map(({ text }: { text: string }) => text);
}

const close = (caseId: string) => world.admin.post(`/api/staff/cases/${caseId}/close`, { note: '' });

it('of an unanswered notice about a deleted user are erased after half a year', async () => {
  const seller = await world.person('Leaving seller');
  const bookId = await world.list(seller);
  await notify(world.app.visitor(), `/book/${bookId}`);
  const caseId = await caseOf(bookId);
  await world.app.app.accounts.deleteUser(seller.id);
  expect(await wordsAfter(179, caseId)).toEqual([words]);
  expect(await wordsAfter(2, caseId)).toEqual(['']);
});

it('of an answered notice about a deleted user are erased a month after the outcome', async () => {
  const seller = await world.person('Another leaving seller');
  const bookId = await world.list(seller);
  await notify(world.app.visitor(), `/book/${bookId}`);
  const caseId = await caseOf(bookId);
  await close(caseId);
  await world.app.app.accounts.deleteUser(seller.id);
  expect(await wordsAfter(29, caseId)).toEqual([words]);
  expect(await wordsAfter(2, caseId)).toEqual(['']);
});

it('of a deleted notifier are erased a month after the outcome, or after half a year without one', async () => {
  const [answered, waiting] = [await world.list(world.seller, 'One'), await world.list(world.seller, 'Two')];
  const notifier = await world.person('Leaving notifier');
  for (const id of [answered, waiting]) expect((await notify(notifier, `/book/${id}`)).status).toBe(201);
  await world.app.app.accounts.deleteUser(notifier.id);
  await close(await caseOf(answered));
  expect(await wordsAfter(29, await caseOf(answered))).toEqual([words]);
  expect(await wordsAfter(2, await caseOf(answered))).toEqual(['']);
  expect(await wordsAfter(147, await caseOf(waiting))).toEqual([words]);
  expect(await wordsAfter(3, await caseOf(waiting))).toEqual(['']);
});

it('of a visitor about a user who stays are kept with the case', async () => {
  const bookId = await world.list(world.seller, 'Stays');
  await notify(world.app.visitor(), `/book/${bookId}`);
  await close(await caseOf(bookId));
  expect(await wordsAfter(400, await caseOf(bookId))).toEqual([words]);
});
