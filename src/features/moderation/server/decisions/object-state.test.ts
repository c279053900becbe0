import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());

const update = (bookId: string, change: string) =>
  world.app.database.pool.query(`UPDATE books SET ${change} WHERE id = $1`, [bookId]);

it.each([
  ['shown', 'Your listing is shown again.', null],
  ['sold', 'Your book is marked as sold.', 'sold_at = now(), is_active = false'],
  ['hidden', 'stays hidden for another reason', "hidden_by = array_append(hidden_by, 'review')"],
  ['expired', 'renew it to show it again', 'is_expired = true, is_active = false'],
  [
    'shown',
    'Your listing is shown again.',
    "expires_at = '2020-01-01', boosted_until = '2100-01-01', is_boosted = true",
  ],
  ['gone', 'was deleted in the meantime', 'deleted_at = now(), is_active = false'],
])(
  'a reversed decision says that its listing is %s, on its page and by mail',
  async (state, words, change) => {
    const email = `${crypto.randomUUID()}@northfield.example`;
    const seller = await world.person('Sam Seller', email);
    const bookId = await world.list(seller, `Listing ${state}`);
    const caseId = await world.openBookCase(bookId, seller);
    const taken = await world.ana.post(`/api/staff/cases/${caseId}/measures`, {
      kind: 'remove',
      reason: 'spam',
    });
    const { id } = taken.body;
    await seller.post(`/api/decisions/${id}/appeal`, { text: 'It is mine.' });
    if (change !== null) await update(bookId, change);
    const [appeal] = (
      await world.app.database.pool.query('SELECT id FROM appeals WHERE measure_id = $1', [id])
    ).rows;
    const decided = await world.ben.post(`/api/staff/appeals/${appeal.id}/decide`, {
      outcome: 'reversed',
      note: '',
    });
    expect(decided.status).toBe(200);
    expect((await seller.get(`/api/decisions/${id}`)).body).toMatchObject({
      state: 'reversed',
      objectState: state,
    });
    const answer = (await world.mailsTo(email)).find((mail) => mail.includes('Your appeal was answered'));
    expect(answer).toContain(words);
    if (state !== 'shown') expect(answer).not.toContain('is shown again.');
  },
);
