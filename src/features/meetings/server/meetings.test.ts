import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { addDays, dayIn } from '#platform/shared/zoned-time.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const TIME_ZONE = 'America/New_York';
/** Four o'clock in the morning on the campus. */
const BEGIN = new Date('2026-09-01T08:00:00Z');

let world: TestWorld;
let other: TestClient;
let bookId: string;
let reservationId: string;
let conversationId: string;

beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: TIME_ZONE } });
  other = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
  bookId = (await world.createBook({ price: 5_400 })).id;
  reservationId = await world.reserve(bookId);
  conversationId = await world.openConversation(bookId);
});

/** A day on the campus, counted from today. */
const dayAfter = (days: number) => addDays(dayIn(world.app.clock.now(), TIME_ZONE), days);
const atLibrary = (changes: object = {}) => ({
  place: 'Library entrance',
  day: dayAfter(1),
  time: '14:00',
  ...changes,
});
const propose = (changes: object = {}, by = world.buyer) =>
  by.post(`/api/conversations/${conversationId}/meetings`, atLibrary(changes));
const act = (id: string, action: string, by: TestClient, body: object = {}) =>
  by.post(`/api/meetings/${id}/${action}`, body);
const messagesOf = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}/messages?limit=100`)).body;
const meetingsOf = async (by = world.buyer) =>
  (await messagesOf(by)).flatMap(({ meeting }: { meeting: object | null }) => meeting ?? []);
const readReservation = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}`)).body.reservation;
const inDays = (days: number) => new Date(world.app.clock.now().getTime() + days * DAY_MS).toISOString();
const runJob = () => world.app.app.context.jobs.runNow('remind-of-meetings');
const code = (expected: string, status = 409) => ({ status, body: { code: expected } });

describe('a proposal', () => {
  it('is a message of either of the two, in the order of the others, on the clocks of the campus', async () => {
    const { status, body } = await propose();
    expect([status, body]).toMatchObject([
      200,
      {
        conversationId,
        reservationId,
        proposerId: world.buyer.id,
        place: 'Library entrance',
        hint: null,
        startsAt: `${dayAfter(1)}T18:00:00.000Z`,
        timeZone: 'America/New_York',
        state: 'proposed',
      },
    ]);
    const message = (await messagesOf(world.seller)).at(-1);
    expect(message).toMatchObject({
      id: body.id,
      messageType: 'meeting',
      content: expect.stringMatching(/^Meeting: \w+, September \d+, 2:00 PM, Library entrance$/),
      meeting: { id: body.id, action: 'proposed', state: 'proposed', endsAt: `${dayAfter(1)}T19:00:00.000Z` },
    });
    expect((await act(body.id, 'cancel', world.seller)).status).toBe(200);
    expect((await propose({}, world.seller)).status).toBe(200);
  });

  it('names a place of the campus, with its hint as it is then', async () => {
    await world.app.database.pool.query(`INSERT INTO places (id, name, hint, position, created_at)
      VALUES ('00000000-0000-4000-8000-000000000001', 'Bike station', 'Cameras', 0, now())`);
    const placeId = '00000000-0000-4000-8000-000000000001';
    const { body } = await propose({ place: undefined, placeId });
    expect(body).toMatchObject({ place: 'Bike station', hint: 'Cameras' });
    await world.app.database.pool.query('DELETE FROM places');
    expect(await meetingsOf()).toMatchObject([{ place: 'Bike station', hint: 'Cameras' }]);
    await act(body.id, 'cancel', world.buyer);
    expect(await propose({ place: undefined, placeId })).toMatchObject(code('place-not-found', 404));
    for (const place of [{ placeId }, { place: undefined }, { place: ' ' }, { place: 'x'.repeat(81) }])
      expect((await propose(place)).status).toBe(400);
  });

  it('is made once for a clientMessageId, also when sent twice at the same time', async () => {
    const clientMessageId = randomUUID();
    const [one, two] = await Promise.all([propose({ clientMessageId }), propose({ clientMessageId })]);
    expect([one.status, one.body]).toEqual([two.status, two.body]);
    expect(await meetingsOf()).toHaveLength(1);
  });

  it('is for today or one of the next seven days, ahead, and before the reservation must end', async () => {
    for (const refused of [{ day: dayAfter(-1) }, { day: dayAfter(8) }, { day: dayAfter(0), time: '03:59' }])
      expect(await propose(refused)).toMatchObject(code('invalid-meeting-time', 400));
    for (const malformed of [{ day: '2026-02-30' }, { time: '24:00' }, { time: '2 PM' }, { day: 'today' }])
      expect((await propose(malformed)).status).toBe(400);
    expect((await propose({ day: dayAfter(7) })).status).toBe(200);
  });

  it('needs a reservation, and is between its two alone', async () => {
    const foreign = await world.openConversation(bookId, other);
    expect((await propose({}, other)).status).toBe(404);
    expect(await other.post(`/api/conversations/${foreign}/meetings`, atLibrary())).toMatchObject(
      code('not-reserved'),
    );
    const { id } = (await propose()).body;
    for (const action of ['accept', 'change', 'cancel'])
      expect((await act(id, action, other, atLibrary())).status).toBe(404);
    expect((await other.get(`/api/meetings/${id}/calendar`)).status).toBe(404);
  });

  it('is one at a time, also when both propose at the same time', async () => {
    const replies = await Promise.all([propose(), propose({}, world.seller), propose()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await propose()).toMatchObject(code('meeting-planned'));
  });

  it('can be made ten times a day, changes included', async () => {
    let { id } = (await propose()).body;
    for (let number = 1; number < 10; number += 1)
      id = (await act(id, 'change', world.buyer, atLibrary())).body.id;
    expect(await act(id, 'change', world.buyer, atLibrary())).toMatchObject(code('too-many-meetings', 429));
    const theirs = await act(id, 'change', world.seller, atLibrary());
    expect(theirs.status).toBe(200);
    world.app.clock.advance({ days: 1 });
    expect((await act(theirs.body.id, 'change', world.buyer, atLibrary())).status).toBe(200);
  });

  it('expires when its time comes, before and after the job', async () => {
    const { id } = (await propose({ day: dayAfter(0), time: '12:00' })).body;
    world.app.clock.advance({ hours: 8 });
    for (const after of [() => undefined, runJob]) {
      await after();
      expect(await meetingsOf()).toMatchObject([{ state: 'expired', endedById: null }]);
      expect(await act(id, 'accept', world.seller)).toMatchObject(code('meeting-ended'));
    }
    expect((await propose()).status).toBe(200);
  });
});

describe('a meeting', () => {
  it('is accepted by the other one, who is the one that can', async () => {
    const { id } = (await propose()).body;
    expect((await act(id, 'accept', world.buyer)).status).toBe(404);
    const accepted = await act(id, 'accept', world.seller);
    expect(accepted).toMatchObject({ status: 200, body: { id, state: 'accepted' } });
    expect((await act(id, 'accept', world.seller)).body).toEqual(accepted.body);
    expect(await messagesOf()).toHaveLength((await messagesOf(world.seller)).length);
    expect(await meetingsOf()).toMatchObject([
      { id, action: 'proposed', state: 'accepted', wasAccepted: true },
      { id, action: 'accepted' },
    ]);
    const last = (await messagesOf()).at(-1);
    expect(last).toMatchObject({ senderId: world.seller.id, messageType: 'meeting' });
    expect(last.content).toMatch(/^Accepted the meeting: /);
  });

  it('keeps the reservation until the day after it is over, which does not tell its time, and at most 14 days in all', async () => {
    const before = await readReservation();
    const near = (await propose()).body;
    await act(near.id, 'accept', world.seller);
    expect((await readReservation()).until).toBe(before.until);
    const far = (await act(near.id, 'change', world.seller, atLibrary({ day: dayAfter(6) }))).body;
    expect((await readReservation()).until).toBe(before.until);
    await act(far.id, 'accept', world.buyer);
    const until = `${dayAfter(8)}T04:00:00.000Z`;
    for (const by of [world.buyer, world.seller]) expect((await readReservation(by)).until).toBe(until);
    expect((await world.app.visitor().get(`/api/books/${bookId}`)).body.reservedUntil).toBe(until);
    world.app.clock.advance({ days: 5 });
    await runJob();
    const later = (await act(far.id, 'change', world.buyer, atLibrary({ day: dayAfter(6) }))).body;
    await act(later.id, 'accept', world.seller);
    expect((await readReservation()).until).toBe(`${dayAfter(8)}T04:00:00.000Z`);
    world.app.clock.advance({ days: 4 });
    const latest = await act(later.id, 'change', world.buyer, atLibrary({ day: dayAfter(4), time: '05:00' }));
    await act(latest.body.id, 'accept', world.seller);
    const { rows } = await world.app.database.pool.query('SELECT created_at, until FROM reservations');
    expect(rows[0].until - rows[0].created_at).toBe(14 * DAY_MS);
    expect(await act(latest.body.id, 'change', world.buyer, atLibrary({ day: dayAfter(6) }))).toMatchObject(
      code('invalid-meeting-time', 400),
    );
    await act(latest.body.id, 'cancel', world.buyer);
    expect((await readReservation()).until).toBe(inDays(1));
  });

  it('keeps the reservation no longer when it is canceled or changed', async () => {
    const before = (await readReservation()).until;
    for (const action of ['cancel', 'change']) {
      const { id } = (await propose({ day: dayAfter(6) })).body;
      await act(id, 'accept', world.seller);
      expect((await readReservation()).until).toBe(`${dayAfter(8)}T04:00:00.000Z`);
      expect((await act(id, action, world.seller, atLibrary({ day: dayAfter(6) }))).status).toBe(200);
      expect((await readReservation()).until).toBe(before);
    }
  });

  it('is changed by either of the two with another proposal, in its place', async () => {
    const first = (await propose()).body;
    const second = (await act(first.id, 'change', world.seller, atLibrary({ time: '15:30' }))).body;
    expect(second).toMatchObject({ proposerId: world.seller.id, state: 'proposed' });
    await act(second.id, 'accept', world.buyer);
    const third = (await act(second.id, 'change', world.buyer, atLibrary({ place: 'Café' }))).body;
    for (const action of ['accept', 'change', 'cancel'])
      expect(await act(second.id, action, world.buyer, atLibrary())).toMatchObject(code('meeting-ended'));
    expect(await meetingsOf(world.seller)).toMatchObject([
      { id: first.id, action: 'proposed', state: 'changed', endedById: world.seller.id },
      { id: second.id, action: 'changed', state: 'changed', endedById: world.buyer.id, wasAccepted: true },
      { id: second.id, action: 'accepted' },
      { id: third.id, action: 'changed', state: 'proposed', place: 'Café' },
    ]);
  });

  it('is canceled by either of the two', async () => {
    for (const by of [world.buyer, world.seller]) {
      const { id } = (await propose()).body;
      await act(id, 'accept', world.seller);
      const canceled = await act(id, 'cancel', by);
      expect(canceled).toMatchObject({ status: 200, body: { id, state: 'canceled' } });
      expect((await act(id, 'cancel', by)).body).toEqual(canceled.body);
      expect((await meetingsOf()).slice(-3)).toMatchObject([
        { id, state: 'canceled', endedById: by.id },
        { action: 'accepted' },
        { id, action: 'canceled' },
      ]);
      expect(await readReservation()).not.toBeNull();
    }
  });

  it('is over an hour after its time, and another one can be planned', async () => {
    const { id } = (await propose({ day: dayAfter(0), time: '12:00' })).body;
    await act(id, 'accept', world.seller);
    world.app.clock.advance({ hours: 8.5 });
    expect((await meetingsOf())[0]).toMatchObject({ state: 'accepted' });
    world.app.clock.advance({ hours: 0.5 });
    expect((await meetingsOf())[0]).toMatchObject({ state: 'past' });
    expect((await propose()).status).toBe(200);
    expect((await meetingsOf())[0]).toMatchObject({ state: 'past', endedById: null });
  });

  it('ends with its reservation: canceled, over by time, sold, blocked', async () => {
    const ends: (() => Promise<unknown>)[] = [
      () => world.seller.post(`/api/reservations/${reservationId}/cancel`, {}),
      async () => {
        world.app.clock.advance({ days: 9 });
        await world.app.app.context.jobs.runNow('end-overdue-offers');
      },
      () => world.seller.patch(`/api/books/${bookId}`, { isSold: true }),
      () => world.seller.send('PUT', `/api/blocks/${world.buyer.id}`),
    ];
    const states: string[] = [];
    for (const end of ends) {
      const { id } = (await propose({ day: dayAfter(7) })).body;
      await act(id, 'accept', world.seller);
      await end();
      const shown = (await meetingsOf()).findLast(
        (meeting: { id: string; action: string }) => meeting.id === id && meeting.action === 'proposed',
      );
      expect(shown).toMatchObject({ endedById: null });
      states.push(shown.state);
      expect(await act(id, 'accept', world.seller)).toMatchObject(code('not-reserved'));
      expect(await propose()).toMatchObject(code('not-reserved'));
      await world.seller.patch(`/api/books/${bookId}`, { isSold: false });
      reservationId = (await world.seller.post(`/api/conversations/${conversationId}/reservations`, {})).body
        .id;
    }
    expect(states).toEqual(['canceled', 'past', 'canceled', 'canceled']);
    await world.seller.delete(`/api/blocks/${world.buyer.id}`);
  });

  it('of a blocked user is withheld, and in nobody’s way', async () => {
    await world.seller.post(`/api/reservations/${reservationId}/cancel`, {});
    await world.buyer.send('PUT', `/api/blocks/${world.seller.id}`);
    world.app.clock.advance({ seconds: 1 });
    await world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
    const { status, body } = await propose({}, world.seller);
    expect(status).toBe(200);
    expect(await meetingsOf(world.buyer)).toEqual([]);
    expect(await meetingsOf(world.seller)).toMatchObject([{ state: 'proposed' }]);
    for (const action of ['accept', 'change', 'cancel'])
      expect((await act(body.id, action, world.buyer, atLibrary())).status).toBe(404);
    expect(await propose()).toMatchObject(code('recipient-blocked-by-you'));
    await world.buyer.delete(`/api/blocks/${world.seller.id}`);
    expect((await propose()).status).toBe(200);
    const [own, next] = await meetingsOf(world.seller);
    expect([own.state, own.endedById, next.action]).toEqual(['changed', world.buyer.id, 'changed']);
    expect((await world.buyer.get('/api/users/me/export')).body.meetings).toMatchObject([
      { place: 'Library entrance', proposedByYou: true },
    ]);
  });
});
