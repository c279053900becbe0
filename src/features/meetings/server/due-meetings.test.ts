import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failWrites } from '#tests/support/server/fail-writes.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const TIME_ZONE = 'America/New_York';
/** Eight o'clock in the morning on the campus. */
const BEGIN = new Date('2026-09-01T12:00:00Z');
const DAY = '2026-09-02';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: TIME_ZONE } });
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
});

/** An accepted meeting at two o'clock on the next day. */
async function plan() {
  const { id: bookId } = await world.createBook();
  const reservationId = await world.reserve(bookId);
  const conversationId = await world.openConversation(bookId);
  const { id } = (
    await world.buyer.post(`/api/conversations/${conversationId}/meetings`, {
      place: 'Library entrance',
      day: DAY,
      time: '14:00',
    })
  ).body;
  expect((await world.seller.post(`/api/meetings/${id}/accept`)).status).toBe(200);
  return { id: id as string, reservationId, conversationId };
}
const runJob = () => world.app.app.context.jobs.runNow('remind-of-meetings');
const messagesOf = async (conversationId: string) =>
  (await world.buyer.get(`/api/conversations/${conversationId}/messages?limit=100`)).body;
const isReminded = async (conversationId: string) =>
  (await messagesOf(conversationId)).some(({ content }: { content: string }) =>
    content.startsWith('Reminder'),
  );
const stateOf = async (id: string) =>
  (await world.app.database.pool.query('SELECT state FROM meetings WHERE id = $1', [id])).rows[0].state;
const pause = (hours: number) => world.app.clock.advance({ hours });

describe('a meeting that cannot be written', () => {
  it('does not stop the others, and is due again', async () => {
    const failing = await plan();
    const other = await plan();
    const mend = await failWrites(world.app.database.pool, 'meetings', failing.id);
    pause(29);
    await runJob();
    expect([await isReminded(failing.conversationId), await isReminded(other.conversationId)]).toEqual([
      false,
      true,
    ]);
    pause(2.5);
    await runJob();
    expect([await stateOf(failing.id), await stateOf(other.id)]).toEqual(['accepted', 'past']);
    await mend();
    await runJob();
    expect(await stateOf(failing.id)).toBe('past');
  });
});

it('a meeting that is over is not accepted again, before and after the job', async () => {
  const { id } = await plan();
  const accept = () => world.seller.post(`/api/meetings/${id}/accept`);
  expect((await accept()).status).toBe(200);
  pause(31);
  for (let time = 0; time < 2; time += 1) {
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'meeting-ended' } });
    await runJob();
  }
});

describe('a reservation that a process without meetings has ended', () => {
  const end = ({ reservationId, conversationId }: { reservationId: string; conversationId: string }) =>
    world.app.database.pool.query(`
      UPDATE reservations SET state = 'canceled', ended_at = created_at WHERE id = '${reservationId}';
      UPDATE conversations SET reservation = NULL WHERE id = '${conversationId}';
      UPDATE books SET reserved_until = NULL WHERE id =
        (SELECT book_id FROM conversations WHERE id = '${conversationId}')`);

  it('ends its meeting instead of reminding of it', async () => {
    const meeting = await plan();
    await end(meeting);
    pause(29);
    await runJob();
    expect(await isReminded(meeting.conversationId)).toBe(false);
    expect(await stateOf(meeting.id)).toBe('canceled');
    const { body } = await world.buyer.get(`/api/conversations/${meeting.conversationId}`);
    expect(body.meeting).toBeNull();
  });

  it('leaves the meeting of the next reservation planned', async () => {
    const meeting = await plan();
    const { conversationId } = meeting;
    await end(meeting);
    await world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
    const next = await world.buyer.post(`/api/conversations/${conversationId}/meetings`, {
      place: 'Café',
      day: DAY,
      time: '18:00',
    });
    pause(29);
    await runJob();
    expect(await stateOf(meeting.id)).toBe('canceled');
    const { body } = await world.buyer.get(`/api/conversations/${conversationId}`);
    expect(body.meeting).toMatchObject({ id: next.body.id, place: 'Café' });
  });
});
