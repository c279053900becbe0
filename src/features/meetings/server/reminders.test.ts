import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

const READING_LIMIT = '?limit=100';

/** Each begins on the day before the clocks change. */
describe.each([
  ['America/New_York', '2026-10-31T12:00:00Z', '2026-11-01', '2026-11-01T19:00:00.000Z'],
  ['America/New_York', '2027-03-13T12:00:00Z', '2027-03-14', '2027-03-14T18:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-25T13:00:00.000Z'],
  ['Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28', '2027-03-28T12:00:00.000Z'],
])('in %s from %s', (timeZone, begin, day, startsAt) => {
  let world: TestWorld;
  let conversationId: string;
  let meetingId: string;
  beforeAll(async () => {
    world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: timeZone, CAMPUS_LANGUAGES: 'en,de' } });
    world.app.clock.advance(Date.parse(begin) - world.app.clock.now().getTime());
  });
  afterAll(() => world.app.stop());
  beforeEach(async () => {
    await world.clear();
    world.app.clock.advance(Date.parse(begin) - world.app.clock.now().getTime());
    const { id } = await world.createBook({ title: 'Calculus, 8th Edition' });
    await world.reserve(id);
    conversationId = await world.openConversation(id);
    const meeting = { place: 'Library entrance', day, time: '14:00' };
    const proposed = await world.buyer.post(`/api/conversations/${conversationId}/meetings`, meeting);
    expect(proposed.body.startsAt).toBe(startsAt);
    meetingId = proposed.body.id;
    expect((await world.seller.post(`/api/meetings/${meetingId}/accept`)).status).toBe(200);
  });

  const goTo = (msBefore: number) =>
    world.app.clock.advance(Date.parse(startsAt) - msBefore - world.app.clock.now().getTime());
  const runJob = () => world.app.app.context.jobs.runNow('remind-of-meetings');
  const reminders = async (by = world.buyer) => {
    const { body } = await by.get(`/api/conversations/${conversationId}/messages${READING_LIMIT}`);
    return body.flatMap(({ event, content }: { event: { kind: string } | null; content: string }) =>
      event?.kind.startsWith('meeting') ? [content] : [],
    );
  };

  it('both are reminded once, an hour before', async () => {
    goTo(HOUR_MS + MINUTE_MS);
    await runJob();
    expect(await reminders()).toEqual([]);
    goTo(HOUR_MS);
    await Promise.all([runJob(), runJob()]);
    goTo(HOUR_MS - 5 * MINUTE_MS);
    await runJob();
    for (const by of [world.buyer, world.seller]) {
      expect(await reminders(by)).toEqual(['Reminder: you meet in an hour.']);
      const { body } = await by.get(`/api/conversations/${conversationId}`);
      expect([body.unreadCount > 0, body.lastMessage.content]).toEqual([
        true,
        'Reminder: you meet in an hour.',
      ]);
    }
  });

  it('a process that slept reminds later, and not once they meet', async () => {
    goTo(20 * MINUTE_MS);
    await runJob();
    expect(await reminders()).toEqual(['Reminder: you meet soon.']);
    const meeting = { place: 'Café', day, time: '18:00' };
    const changed = await world.seller.post(`/api/meetings/${meetingId}/change`, meeting);
    await world.buyer.post(`/api/meetings/${changed.body.id}/accept`);
    goTo(-5 * HOUR_MS);
    await runJob();
    expect(await reminders()).toHaveLength(1);
  });

  it('nobody is reminded of a meeting that is changed, canceled, or accepted within the hour', async () => {
    goTo(2 * HOUR_MS);
    const meeting = { place: 'Café', day, time: '14:30' };
    const { id } = (await world.seller.post(`/api/meetings/${meetingId}/change`, meeting)).body;
    goTo(-5 * MINUTE_MS);
    await runJob();
    await world.buyer.post(`/api/meetings/${id}/accept`);
    await runJob();
    expect(await reminders()).toEqual([]);
    await world.buyer.post(`/api/meetings/${id}/cancel`);
    await runJob();
    expect(await reminders()).toEqual([]);
  });

  it('the calendar file is read back by an independent parser, with a later revision for each change', async () => {
    const read = async (id: string, by = world.buyer) => {
      const { body } = await by.get(`/api/meetings/${id}/calendar`);
      const calendar = new ICAL.Component(ICAL.parse(body.ics));
      const event = calendar.getFirstSubcomponent('vevent')!;
      const time = event.getFirstPropertyValue('dtstart') as InstanceType<typeof ICAL.Time>;
      time.zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!);
      return {
        method: calendar.getFirstPropertyValue('method'),
        uid: event.getFirstPropertyValue('uid'),
        sequence: Number(event.getFirstPropertyValue('sequence')),
        status: event.getFirstPropertyValue('status'),
        summary: event.getFirstPropertyValue('summary'),
        location: event.getFirstPropertyValue('location'),
        shown: String(time),
        startsAt: new Date(time.toUnixTime() * 1000).toISOString(),
      };
    };
    const { name } = (await world.buyer.get(`/api/meetings/${meetingId}/calendar`)).body;
    expect(name).toBe(`bookswap-${day}-1400.ics`);
    const first = await read(meetingId);
    expect(first).toMatchObject({
      method: 'PUBLISH',
      status: 'CONFIRMED',
      summary: 'BookSwap: Calculus, 8th Edition',
      location: 'Library entrance',
      shown: `${day}T14:00:00`,
      startsAt,
    });
    expect((await read(meetingId, world.seller)).uid).toBe(first.uid);
    const calendar = `/api/meetings/${meetingId}/calendar`;
    const inGerman = { 'accept-language': 'de' };
    const { body: german } = await world.buyer.send('GET', calendar, undefined, inGerman);
    expect(german.ics).toContain('\r\nDESCRIPTION:Treffen mit Priya Raman\\n');
    expect(german.name).toBe(name);
    const meeting = { place: 'Café; upstairs', day, time: '16:15' };
    const changed = (await world.seller.post(`/api/meetings/${meetingId}/change`, meeting)).body;
    for (const id of [meetingId, changed.id])
      expect((await world.buyer.get(`/api/meetings/${id}/calendar`)).body.code).toBe('meeting-not-accepted');
    await world.buyer.post(`/api/meetings/${changed.id}/accept`);
    const second = await read(changed.id);
    expect(second).toMatchObject({ uid: first.uid, location: 'Café; upstairs', shown: `${day}T16:15:00` });
    await world.seller.post(`/api/meetings/${changed.id}/cancel`);
    const third = await read(changed.id);
    expect(third).toMatchObject({ uid: first.uid, method: 'CANCEL', status: 'CANCELLED' });
    expect([second.sequence > first.sequence, third.sequence > second.sequence]).toEqual([true, true]);
  });
});
