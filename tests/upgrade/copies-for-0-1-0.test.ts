/**
 * Version 0.1.0 stores copies of offers, reservations and meetings in messages and conversations. Its processes
 * may run beside those of this version, and after them: each of the two reads what the other one has written.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#platform/server/new-id.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let bookId: string;
let conversationId: string;

beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook({ price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
});

const query = async (text: string, values: unknown[] = []) =>
  (await world.app.database.pool.query(text, values)).rows;
const ok = async (reply: ReturnType<typeof world.buyer.post>) => {
  const { status, body } = await reply;
  expect([status, body]).toMatchObject([200, {}]);
  return body;
};
const makeOffer = (amount = 4_800) =>
  ok(world.buyer.post(`/api/conversations/${conversationId}/offers`, { amount }));
const readMessages = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}/messages?limit=100`)).body;
const readConversation = async () => (await world.seller.get(`/api/conversations/${conversationId}`)).body;
const meetingIn = (days: number) => ({
  place: 'Library entrance',
  day: new Date(world.app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, '2026-11-22'.length),
  time: '14:00',
});

/** What 0.1.0 reads is what this version shows. */
async function expectCopies(): Promise<void> {
  const copies = await query(
    `SELECT id, offer - 'listing' AS offer, meeting FROM messages WHERE conversation_id = $1 ORDER BY seq`,
    [conversationId],
  );
  const shown = (await readMessages()).map(
    ({ id, offer, meeting }: { id: string; offer: object | null; meeting: object | null }) => ({
      id,
      // Without the ids of its message.
      offer: offer && { ...offer, id: undefined, conversationId: undefined },
      meeting,
    }),
  );
  expect(copies).toEqual(shown);
  const { reservation, meeting } = await readConversation();
  const [copy] = await query('SELECT reservation, meeting FROM conversations WHERE id = $1', [
    conversationId,
  ]);
  expect(copy!['reservation']).toEqual(reservation);
  expect(copy!['meeting']).toEqual(
    meeting && { ...meeting, proposerId: expect.any(String), isWithheld: false },
  );
}

it('of an offer follow it, with the digests of its listing', async () => {
  const { id } = await makeOffer();
  await expectCopies();
  expect(
    await query(
      `SELECT offer -> 'listing' = o.offered_listing AS alike FROM messages m JOIN offers o USING (id)`,
    ),
  ).toEqual([{ alike: true }]);
  await ok(world.seller.post(`/api/offers/${id}/decline`, {}));
  await expectCopies();
  await makeOffer();
  await ok(world.seller.patch(`/api/books/${bookId}`, { price: 4_000 }));
  await expectCopies();
});

it('of a pending offer are over for who blocks its sender', async () => {
  const { id } = await makeOffer();
  await ok(world.seller.send('PUT', `/api/blocks/${world.buyer.id}`));
  expect(await query('SELECT offer FROM messages WHERE id = $1', [id])).toMatchObject([
    { offer: { state: 'pending', isWithheld: true } },
  ]);
  await ok(world.seller.delete(`/api/blocks/${world.buyer.id}`));
});

it('of a reservation and its meetings follow them', async () => {
  const { id } = await makeOffer();
  await ok(world.seller.post(`/api/offers/${id}/accept`, {}));
  await expectCopies();
  const path = `/api/conversations/${conversationId}/meetings`;
  const { id: first } = await ok(world.buyer.post(path, meetingIn(1)));
  await expectCopies();
  const { id: second } = await ok(world.seller.post(`/api/meetings/${first}/change`, meetingIn(5)));
  await expectCopies();
  await ok(world.buyer.post(`/api/meetings/${second}/accept`, {}));
  expect((await readMessages()).at(-1).meeting).toMatchObject({ reservedUntil: expect.any(String) });
  await expectCopies();
  await ok(world.seller.post(`/api/meetings/${second}/cancel`, {}));
  await expectCopies();
  await ok(world.buyer.post(path, meetingIn(2)));
  const { reservation } = await readConversation();
  await ok(world.seller.post(`/api/reservations/${reservation.id}/cancel`, {}));
  await expectCopies();
});

/** As 0.1.0 does it: the message with its copy first. */
async function insertMessage(type: 'offer' | 'meeting', copy: object, id: string = randomUUID()) {
  await query(
    `WITH place AS (UPDATE conversations SET last_seq = last_seq + 1, last_message_id = $1 WHERE id = $2 RETURNING *)
    INSERT INTO messages (id, conversation_id, sender_id, receiver_id, content, message_type, ${type}, seq, client_message_id, created_at)
    SELECT $1, id, buyer_id, seller_id, 'Text', $3, $4, last_seq, $1, $5 FROM place`,
    [id, conversationId, type, JSON.stringify(copy), world.app.clock.now()],
  );
  return id;
}

it('of an offer that 0.1.0 makes are read, and its listing is compared', async () => {
  const now = world.app.clock.now();
  const expiresAt = new Date(now.getTime() + DAY_MS).toISOString();
  const copy = { amount: 4_800, askingPrice: 5_400, state: 'pending', endReason: null, expiresAt };
  const id = await insertMessage('offer', { ...copy, listing: { title: 'another' } }, newId(now));
  await query(
    `INSERT INTO offers (id, conversation_id, book_id, sender_id, receiver_id, amount, is_withheld, day, number_of_day, expires_at, created_at)
    SELECT $1, id, book_id, buyer_id, seller_id, 4800, false, $2::timestamptz::date, 1, $3, $2 FROM conversations WHERE id = $4`,
    [id, now, expiresAt, conversationId],
  );
  expect((await readMessages()).at(-1)).toMatchObject({ id, offer: { ...copy, id, conversationId } });
  await ok(world.seller.post(`/api/offers/${id}/accept`, {}));
  expect((await readMessages()).at(-1)).toMatchObject({ content: 'Changed since offered: title' });
});

it('of a meeting that 0.1.0 proposes, changes and cancels are read', async () => {
  await world.reserve(bookId);
  const { reservation } = await readConversation();
  const now = world.app.clock.now();
  const startsAt = new Date(now.getTime() + DAY_MS);
  const id = newId(now);
  const copy = {
    id,
    action: 'proposed',
    place: 'Library entrance',
    hint: null,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
    timeZone: 'America/New_York',
    state: 'proposed',
    endedById: null,
    wasAccepted: false,
  };
  await insertMessage('meeting', copy, id);
  await query(
    `INSERT INTO meetings (id, reservation_id, conversation_id, proposer_id, receiver_id, place, starts_at, time_zone, is_withheld,
      number, proposed_on, created_at)
    SELECT $1, $2, id, buyer_id, seller_id, 'Library entrance', $3, 'America/New_York', false, 1, $4::timestamptz::date, $4
    FROM conversations WHERE id = $5`,
    [id, reservation.id, startsAt, now, conversationId],
  );
  expect((await readMessages()).at(-1).meeting).toEqual(copy);
  expect((await readConversation()).meeting).toMatchObject({ id, state: 'proposed' });
  const ended = { state: 'canceled', endedById: world.buyer.id };
  await query(`UPDATE meetings SET state = 'canceled', ended_at = $2 WHERE id = $1`, [id, now]);
  await query('UPDATE messages SET meeting = meeting || $2 WHERE id = $1', [id, JSON.stringify(ended)]);
  const reservedUntil = new Date(now.getTime() + 2 * DAY_MS).toISOString();
  const line = { ...copy, action: 'canceled', state: 'canceled', reservedUntil };
  await insertMessage('meeting', line);
  expect((await readMessages()).flatMap(({ meeting }: { meeting: object | null }) => meeting ?? [])).toEqual([
    { ...copy, ...ended },
    line,
  ]);
  expect((await readConversation()).meeting).toBeNull();
});
