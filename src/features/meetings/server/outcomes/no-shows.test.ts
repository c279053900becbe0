import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

/** Eight o'clock in the morning on the campus. */
const BEGIN = new Date('2026-09-01T12:00:00Z');

let world: TestWorld;
let conversationId: string;
let meetingId: string;
let reservationId: string;
beforeAll(async () => {
  world = await TestWorld.open({
    variables: { CAMPUS_TIME_ZONE: 'America/New_York', CAMPUS_LANGUAGES: 'en,de' },
  });
});
afterAll(() => world.app.stop());
/** A meeting is accepted for two o'clock on the next day. */
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE missed_meetings, blocks');
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
  const { id: bookId } = await world.createBook();
  reservationId = await world.reserve(bookId);
  conversationId = await world.openConversation(bookId);
  const meeting = { place: 'Library entrance', day: '2026-09-02', time: '14:00' };
  meetingId = (await world.buyer.post(`/api/conversations/${conversationId}/meetings`, meeting)).body.id;
  expect((await world.seller.post(`/api/meetings/${meetingId}/accept`)).status).toBe(200);
});

const pause = (days: number) => world.app.clock.advance(days * DAY_MS);
const runJob = () => world.app.app.context.jobs.runNow('remind-of-meetings');
/** An hour after the meeting has begun, and some minutes. */
const endMeeting = async () => {
  world.app.clock.advance({ hours: 31.1 });
  await runJob();
};
const answer = (by: TestClient, met: boolean) => {
  world.app.clock.advance(1000);
  return by.post(`/api/meetings/${meetingId}/outcome`, { met });
};
const reply = (by: TestClient, text: string) => by.post(`/api/meetings/${meetingId}/outcome/reply`, { text });
type Line = {
  id: string;
  content: string;
  senderId: string;
  messageType: string;
  event: { kind: string } | null;
  question?: { isWithdrawn: boolean; answers: object[]; replies: { userId: string; messageId: string }[] };
};
const readMessages = async (by: TestClient): Promise<Line[]> =>
  (await by.get(`/api/conversations/${conversationId}/messages?limit=100`)).body;
const readQuestions = async (by: TestClient) =>
  (await readMessages(by)).flatMap(({ question }) => (question === undefined ? [] : [question]));
const both = () => [world.buyer, world.seller];

describe("'Did you meet?'", () => {
  it('is asked once of both after the end of the meeting, as an unread message in their language', async () => {
    world.app.clock.advance({ hours: 30.9 });
    await runJob();
    expect(await readQuestions(world.buyer)).toEqual([]);
    world.app.clock.advance({ hours: 0.2 });
    await runJob();
    await runJob();
    for (const by of both()) {
      const asked = (await readMessages(by)).filter(({ question }) => question !== undefined);
      expect(asked).toMatchObject([
        {
          content: 'Did you meet?',
          messageType: 'event',
          event: { kind: 'did-you-meet', actorId: null },
          question: { id: meetingId, isWithdrawn: false, answers: [], replies: [] },
        },
      ]);
      expect((await by.get(`/api/conversations/${conversationId}`)).body).toMatchObject({
        lastMessage: { content: 'Did you meet?' },
      });
      expect((await by.get(`/api/conversations/${conversationId}`)).body.unreadCount).toBeGreaterThan(0);
    }
    const path = `/api/conversations/${conversationId}`;
    const german = await world.buyer.send('GET', path, undefined, { 'accept-language': 'de' });
    expect(german.body.lastMessage.content).toBe('Habt ihr euch getroffen?');
  });

  it('is not asked after the handover, nor of a meeting that was canceled', async () => {
    const { code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation;
    world.app.clock.advance({ hours: 30.5 });
    expect((await world.seller.post(`/api/reservations/${reservationId}/confirm`, { code })).status).toBe(
      200,
    );
    world.app.clock.advance({ hours: 1 });
    await runJob();
    expect(await readQuestions(world.buyer)).toEqual([]);
    expect(await answer(world.buyer, false)).toMatchObject({
      status: 409,
      body: { code: 'meeting-question-withdrawn' },
    });
  });

  it('of a canceled meeting is none', async () => {
    expect((await world.buyer.post(`/api/meetings/${meetingId}/cancel`)).status).toBe(200);
    await endMeeting();
    expect(await readQuestions(world.buyer)).toEqual([]);
    expect((await answer(world.buyer, false)).body.code).toBe('meeting-not-over');
  });

  it('is asked too if the reservation has ended since', async () => {
    world.app.clock.advance({ hours: 31 });
    expect((await world.seller.post(`/api/reservations/${reservationId}/cancel`)).status).toBe(200);
    await runJob();
    for (const by of both()) expect(await readQuestions(by)).toHaveLength(1);
    expect((await answer(world.seller, true)).status).toBe(200);
  });
});

describe('an answer', () => {
  it('is given once by each, after the end; both see it', async () => {
    expect((await answer(world.buyer, true)).body.code).toBe('meeting-not-over');
    await endMeeting();
    expect(await answer(world.buyer, true)).toMatchObject({
      status: 200,
      body: { answers: [{ userId: world.buyer.id, met: true }] },
    });
    expect((await answer(world.buyer, true)).status).toBe(200);
    expect(await answer(world.buyer, false)).toMatchObject({
      status: 409,
      body: { code: 'meeting-answered' },
    });
    expect((await answer(world.seller, false)).status).toBe(200);
    for (const by of both())
      expect(await readQuestions(by)).toMatchObject([
        {
          answers: [
            { userId: world.buyer.id, met: true },
            { userId: world.seller.id, met: false },
          ],
        },
      ]);
  });

  it('is for the two alone', async () => {
    await endMeeting();
    const stranger = await world.app.signedInClient('A Stranger');
    for (const reply of [await answer(stranger, false)]) expect(reply.status).toBe(404);
    expect((await world.app.visitor().post(`/api/meetings/${meetingId}/outcome`, { met: true })).status).toBe(
      401,
    );
  });

  it('is possible for fourteen days, and for seven after the other one has spoken', async () => {
    await endMeeting();
    pause(13.9);
    expect((await answer(world.buyer, false)).status).toBe(200);
    pause(6.9);
    expect((await answer(world.seller, true)).status).toBe(200);
  });

  it('is too late after fourteen days', async () => {
    await endMeeting();
    pause(14);
    for (const by of both())
      expect(await answer(by, false)).toMatchObject({
        status: 409,
        body: { code: 'meeting-question-closed' },
      });
  });

  it("'They did not come' is told to the other one, with what it means", async () => {
    await endMeeting();
    await answer(world.buyer, false);
    const [last] = (await readMessages(world.seller)).slice(-1);
    expect(last).toMatchObject({
      event: { kind: 'said-missed', actorId: world.buyer.id },
      content: 'Answer to “Did you meet?”: They did not come',
    });
    await answer(world.seller, false);
    expect((await readMessages(world.buyer)).at(-1)).toMatchObject({ event: { kind: 'said-both-missed' } });
  });
});

describe('a reply', () => {
  it('is one message of who is said not to have come, once', async () => {
    await endMeeting();
    expect((await reply(world.seller, 'I was there.')).body.code).toBe('not-said-missed');
    await answer(world.buyer, false);
    expect((await reply(world.buyer, 'Where were you?')).body.code).toBe('not-said-missed');
    expect((await reply(world.seller, 'x'.repeat(301))).status).toBe(400);
    expect((await reply(world.seller, ' ')).status).toBe(400);
    const text = 'x'.repeat(300);
    expect((await reply(world.seller, text)).status).toBe(200);
    expect((await reply(world.seller, text)).status).toBe(200);
    expect((await reply(world.seller, 'More')).body.code).toBe('meeting-replied');
    for (const by of both()) {
      const [{ replies }] = (await readQuestions(by)) as [NonNullable<Line['question']>];
      expect(replies).toMatchObject([{ userId: world.seller.id }]);
      const written = (await readMessages(by)).filter(({ content }) => content === text);
      expect(written).toMatchObject([{ id: replies[0]!.messageId, messageType: 'text' }]);
    }
    // It is no answer to the question.
    expect((await answer(world.seller, true)).status).toBe(200);
  });

  it('is for both if each says that the other did not come', async () => {
    await endMeeting();
    for (const by of both()) await answer(by, false);
    for (const by of both()) expect((await reply(by, 'I was at the side door.')).status).toBe(200);
  });
});

describe('a handover that is confirmed later', () => {
  it('withdraws the question, and what is said to it', async () => {
    await endMeeting();
    await answer(world.buyer, false);
    const { code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation;
    expect((await world.seller.post(`/api/reservations/${reservationId}/confirm`, { code })).status).toBe(
      200,
    );
    for (const by of both())
      expect(await readQuestions(by)).toMatchObject([{ isWithdrawn: true, answers: [], replies: [] }]);
    expect((await answer(world.seller, false)).body.code).toBe('meeting-question-withdrawn');
    expect((await reply(world.seller, 'Sorry')).body.code).toBe('meeting-question-withdrawn');
    const { rows } = await world.app.database.pool.query('SELECT FROM missed_meetings');
    expect(rows).toEqual([]);
  });
});

describe('a block', () => {
  const block = (by: TestClient, userId: string) => by.send('PUT', `/api/blocks/${userId}`);

  it('withholds the question from who has blocked, and the other one learns nothing', async () => {
    world.app.clock.advance({ hours: 31 });
    expect((await block(world.seller, world.buyer.id)).status).toBeLessThan(300);
    await runJob();
    expect(await readQuestions(world.seller)).toEqual([]);
    expect(await readQuestions(world.buyer)).toHaveLength(1);
  });

  it('withholds what the blocked one says, which then counts for nothing', async () => {
    await endMeeting();
    expect((await block(world.seller, world.buyer.id)).status).toBeLessThan(300);
    expect((await answer(world.buyer, false)).body).toMatchObject({
      answers: [{ userId: world.buyer.id, met: false }],
    });
    expect(await readQuestions(world.buyer)).toMatchObject([{ answers: [{ met: false }] }]);
    expect(await readQuestions(world.seller)).toMatchObject([{ answers: [] }]);
    expect((await readMessages(world.seller)).some(({ event }) => event?.kind === 'said-missed')).toBe(false);
    expect((await world.app.database.pool.query('SELECT FROM missed_meetings')).rows).toEqual([]);
    expect((await reply(world.seller, 'Me?')).body.code).toBe('not-said-missed');
  });

  it('after an accusation lets who has blocked dispute it', async () => {
    await endMeeting();
    await answer(world.buyer, false);
    await block(world.seller, world.buyer.id);
    expect((await answer(world.seller, true)).status).toBe(200);
    expect((await reply(world.seller, 'I was there.')).body.code).toBe('recipient-blocked-by-you');
    expect(await readQuestions(world.buyer)).toMatchObject([{ answers: [{ met: false }, { met: true }] }]);
  });
});

it('shows both the answers at once over their sockets', async () => {
  await endMeeting();
  const socket = await world.seller.connect();
  await answer(world.buyer, false);
  const { message } = await socket.next('offer', (frame) => frame.message.question !== undefined);
  expect(message.question?.answers).toEqual([{ userId: world.buyer.id, met: false }]);
  socket.terminate();
});
