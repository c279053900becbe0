import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestWorld } from '#tests/support/server/test-world.ts';

/** Eight o'clock in the morning on the campus. */
const BEGIN = new Date('2026-09-01T12:00:00Z');

let world: TestWorld;
let conversationId: string;
let reservation: { id: string; code: string };
let meetingId: string;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: 'America/New_York' } });
});
afterAll(() => world.app.stop());
/** A meeting is proposed for two o'clock on the next day. */
beforeEach(async () => {
  await world.clear();
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
  const { id: bookId } = await world.createBook();
  await world.reserve(bookId);
  conversationId = await world.openConversation(bookId);
  ({ reservation } = await readConversation());
  const meeting = { place: 'Library entrance', day: '2026-09-02', time: '14:00' };
  meetingId = (await world.buyer.post(`/api/conversations/${conversationId}/meetings`, meeting)).body.id;
});

const readConversation = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}`)).body;
const readMessages = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}/messages?limit=100`)).body;
const accept = async () =>
  expect((await world.seller.post(`/api/meetings/${meetingId}/accept`)).status).toBe(200);
const handOver = async () => {
  const { id, code } = reservation;
  expect((await world.seller.post(`/api/reservations/${id}/confirm`, { code })).status).toBe(200);
};
const readCalendar = (by = world.buyer) => by.get(`/api/meetings/${meetingId}/calendar`);
const parse = ({ body }: Awaited<ReturnType<typeof readCalendar>>) => {
  const calendar = new ICAL.Component(ICAL.parse(body.ics));
  const event = calendar.getFirstSubcomponent('vevent')!;
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.getFirstPropertyValue('uid'),
    sequence: Number(event.getFirstPropertyValue('sequence')),
  };
};
const expectOver = async (state: string) => {
  for (const by of [world.buyer, world.seller]) {
    expect(await readConversation(by)).toMatchObject({
      meeting: null,
      reservation: null,
      book: { state: 'sold' },
    });
    const proposal = (await readMessages(by)).find(({ id }: { id: string }) => id === meetingId);
    expect(proposal.meeting).toMatchObject({ state, endedById: null });
  }
};

it('an earlier handover ends an accepted meeting: nobody is reminded, and calendars remove it', async () => {
  await accept();
  const added = parse(await readCalendar());
  expect(added.method).toBe('PUBLISH');
  await handOver();
  await expectOver('past');
  for (const by of [world.buyer, world.seller]) {
    const removed = parse(await readCalendar(by));
    expect(removed).toMatchObject({ method: 'CANCEL', uid: added.uid });
    expect(removed.sequence).toBeGreaterThan(added.sequence);
  }
  world.app.clock.advance({ hours: 29.5 });
  await world.app.app.context.jobs.runNow('remind-of-meetings');
  for (const by of [world.buyer, world.seller])
    expect(JSON.stringify(await readMessages(by))).not.toContain('Reminder');
  await expectOver('past');
});

it('a handover at the meeting leaves it in calendars', async () => {
  await accept();
  world.app.clock.advance({ hours: 30.1 });
  await handOver();
  await expectOver('past');
  expect(parse(await readCalendar()).method).toBe('PUBLISH');
});

it('a handover ends a proposed meeting, which was in no calendar', async () => {
  await handOver();
  await expectOver('expired');
  expect((await readCalendar()).body.code).toBe('meeting-not-accepted');
  expect((await world.seller.post(`/api/meetings/${meetingId}/accept`)).body.code).toBe('not-reserved');
});
