import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());

const query = async (text: string, ...values: unknown[]) =>
  (await world.app.database.pool.query(text, values)).rows;
const runJob = (name: string) => world.app.app.context.jobs.runNow(name);
const ratingOf = async ({ id }: TestClient) =>
  (await world.app.visitor().get(`/api/users/${id}`)).body.rating.count;

/** A public review by a new person about the seller. */
async function publish(text = 'Rude, and a liar') {
  const author = await world.person('Nell Author', `nell.${crypto.randomUUID()}@northfield.example`);
  const saleId = await createCountedSale(world.app, { sellerId: world.seller.id, buyerId: author.id });
  const path = `/api/reservations/${saleId}/review`;
  const { id } = (await author.post(path, { stars: 1, text })).body as { id: string };
  await world.seller.post(path, { stars: 5 });
  return { author, id, path };
}

const remove = (id: string, by = world.ana) =>
  by.delete(`/api/admin/reviews/${id}?reason=harassment&note=Please+stay+polite`);
const decisionsOf = async (author: TestClient) => (await author.get('/api/decisions')).body;
const caseOf = async (id: string) =>
  (await query('SELECT id, state FROM cases WHERE target_id = $1', id))[0] as { id: string; state: string };
const answer = async (decisionId: string, outcome: 'upheld' | 'reversed') => {
  const [{ id }] = await query('SELECT id FROM appeals WHERE measure_id = $1', decisionId);
  return world.ben.post(`/api/staff/appeals/${id}/decide`, { outcome, note: 'Looked at it again.' });
};

it('tells its author why, in the product and by mail, and is a case with its history', async () => {
  const { author, id } = await publish();
  expect((await remove(id)).body).toEqual({ removed: true });
  expect(await decisionsOf(author)).toMatchObject([
    {
      kind: 'warn',
      reason: 'harassment',
      note: 'Please stay polite',
      title: 'Rude, and a liar',
      reviewId: id,
      canAppeal: true,
      objectState: null,
    },
  ]);
  const [{ email }] = await query('SELECT email FROM users WHERE id = $1', author.id);
  const mail = (await world.mailsTo(email)).join('\n');
  for (const words of [
    'A decision about your review',
    'Rude, and a liar',
    'Treat others with respect',
    'appeal',
  ])
    expect(mail).toContain(words);
  const { id: caseId, state } = await caseOf(id);
  expect(state).toBe('closed');
  const detail = (await world.admin.get(`/api/staff/cases/${caseId}`)).body;
  expect(detail.history.map(({ kind }: { kind: string }) => kind)).toEqual(['measure-taken']);
  expect(detail).toMatchObject({ text: 'Rude, and a liar', measures: [{ reviewId: id }], allowed: [] });
});

it('is in the audit log and in the public numbers', async () => {
  const year = world.app.clock.now().getUTCFullYear();
  const harassment = async () =>
    (await world.app.visitor().get(`/api/transparency?year=${year}`)).body.byReason.find(
      ({ reason }: { reason: string }) => reason === 'harassment',
    ).measures;
  for (let number = 0; number < 5; number += 1) await remove((await publish(`Review ${number}`)).id);
  const before = await harassment();
  await remove((await publish('One more')).id);
  world.app.clock.advance({ minutes: 1 });
  expect(await harassment()).toBe(before + 1);
  expect((await world.admin.get('/api/admin/audit?limit=3')).body).toMatchObject([
    { action: 'review-removed' },
    { action: 'case-closed' },
    { action: 'measure-taken', details: { kind: 'warn', reason: 'harassment' } },
  ]);
});

it('shows the review again, with its stars, if its appeal succeeds', async () => {
  const { author, id, path } = await publish('True, and polite');
  await world.seller.post(`/api/reviews/${id}/reply`, { text: 'Not true' });
  const before = await ratingOf(world.seller);
  await remove(id);
  expect(await ratingOf(world.seller)).toBe(before - 1);
  const [decision] = await decisionsOf(author);
  expect((await author.post(`/api/decisions/${decision.id}/appeal`, { text: 'It is true.' })).status).toBe(
    201,
  );
  expect((await world.ben.get(`/api/staff/cases/${(await caseOf(id)).id}`)).body.text).toBe(
    'True, and polite',
  );
  expect((await answer(decision.id, 'reversed')).status).toBe(200);
  expect(await ratingOf(world.seller)).toBe(before);
  const shown = (await world.app.visitor().get(`/api/users/${world.seller.id}/reviews`)).body;
  expect(shown).toContainEqual(
    expect.objectContaining({
      id,
      text: 'True, and polite',
      reply: expect.objectContaining({ text: 'Not true' }),
    }),
  );
  expect((await decisionsOf(author))[0]).toMatchObject({ state: 'reversed', objectState: 'shown' });
  expect((await author.post(path, { stars: 2 })).body.code).toBe('review-published');
});

it('erases its words once nothing can be appealed any more', async () => {
  const { author, id } = await publish('Words to erase');
  const upheld = await publish('Upheld');
  await remove(id);
  await remove(upheld.id);
  const [decision] = await decisionsOf(upheld.author);
  await upheld.author.post(`/api/decisions/${decision.id}/appeal`, { text: 'No.' });
  const textOf = async (of: string) => (await query('SELECT text FROM reviews WHERE id = $1', of))[0].text;
  await runJob('erase-removed-reviews');
  expect([await textOf(id), await textOf(upheld.id)]).toEqual(['Words to erase', 'Upheld']);
  await answer(decision.id, 'upheld');
  await runJob('erase-removed-reviews');
  expect([await textOf(id), await textOf(upheld.id)]).toEqual(['Words to erase', '']);
  world.app.clock.advance({ days: 190 });
  await runJob('erase-removed-reviews');
  expect(await textOf(id)).toBe('');
  const [measure] = await query('SELECT id FROM measures WHERE review_id = $1', id);
  const lifted = await world.ben.post(`/api/staff/measures/${measure.id}/lift`, { note: '' });
  expect(lifted.body.code).toBe('cannot-lift-measure');
  expect(await decisionsOf(author)).toEqual([]);
});

it('can be lifted by the team, and then the case allows to remove it again', async () => {
  const { author, id } = await publish('Lifted');
  await remove(id);
  const [{ id: decisionId }] = await decisionsOf(author);
  expect((await world.ben.post(`/api/staff/measures/${decisionId}/lift`, { note: 'Sorry' })).status).toBe(
    200,
  );
  expect((await decisionsOf(author))[0]).toMatchObject({ state: 'lifted', objectState: 'shown' });
  await world.seller.post('/api/reports', { kind: 'review', id, reason: 'spam' });
  const { id: caseId } = await caseOf(id);
  expect((await world.ben.get(`/api/staff/cases/${caseId}`)).body.allowed).toContain('remove-review');
});

it("needs words for the reason 'other': in the statement, or for staff where there is nobody to tell", async () => {
  const { author, id } = await publish('Wordless');
  const removeWith = (query: string) => world.ana.delete(`/api/admin/reviews/${id}?${query}`);
  for (const words of ['', 'reason=other', 'reason=other&note=%20', 'reason=other&internalNote=Insults'])
    expect(await removeWith(words)).toMatchObject({ status: 400, body: { errors: [{ path: 'note' }] } });
  expect(await decisionsOf(author)).toEqual([]);
  expect((await removeWith('reason=other&note=You+name+a+phone+number')).status).toBe(200);
  expect(await decisionsOf(author)).toMatchObject([{ reason: 'other', note: 'You name a phone number' }]);

  const left = await publish('Left without words');
  await world.app.app.accounts.deleteUser(left.author.id);
  const removeLeft = (query: string) =>
    world.ana.delete(`/api/admin/reviews/${left.id}?reason=other${query}`);
  expect((await removeLeft('')).body.errors).toMatchObject([{ path: 'internalNote' }]);
  expect((await removeLeft('&internalNote=Names+a+phone+number')).status).toBe(200);
});

it('of an author who has left tells nobody, and is counted', async () => {
  const { author, id } = await publish('Left');
  await world.app.app.accounts.deleteUser(author.id);
  expect((await remove(id)).body).toEqual({ removed: true });
  expect(await query('SELECT user_id, kind FROM measures WHERE review_id = $1', id)).toEqual([
    { user_id: null, kind: 'warn' },
  ]);
});
