import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#features/conversations/contract.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

/** Eight o'clock in the morning on the campus. */
const BEGIN = new Date('2026-09-01T12:00:00Z');

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { CAMPUS_TIME_ZONE: 'America/New_York' } });
  world.app.clock.advance(BEGIN.getTime() - world.app.clock.now().getTime());
});
afterAll(() => world.app.stop());

it('who accepts or cancels a meeting tells the new end of the reservation, and none if it stays', async () => {
  const { id: bookId } = await world.createBook();
  await world.reserve(bookId);
  const conversation = `/api/conversations/${await world.openConversation(bookId)}`;
  const plan = async (day: string) => {
    const body = { place: 'Library entrance', day, time: '14:00' };
    const { id } = (await world.buyer.post(`${conversation}/meetings`, body)).body;
    await world.seller.post(`/api/meetings/${id}/accept`);
    await world.buyer.post(`/api/meetings/${id}/cancel`);
  };
  await plan('2026-09-02');
  await plan('2026-09-07');
  const messages: Message[] = (await world.seller.get(`${conversation}/messages`)).body;
  const told = messages.flatMap(({ meeting }) => meeting && [[meeting.action, meeting.reservedUntil]]);
  expect(told.filter(Boolean)).toEqual([
    ['proposed', undefined],
    ['accepted', undefined],
    ['canceled', undefined],
    ['proposed', undefined],
    ['accepted', '2026-09-09T04:00:00.000Z'],
    ['canceled', (await world.seller.get(conversation)).body.reservation.until],
  ]);
});

it('tells its place in its proposal alone, which is checked for warnings, and not in the lines about it', async () => {
  const { id: bookId } = await world.createBook();
  await world.reserve(bookId);
  const conversation = `/api/conversations/${await world.openConversation(bookId)}`;
  const body = { place: 'Pay first at evil.example', day: '2026-09-02', time: '14:00' };
  const { id } = (await world.buyer.post(`${conversation}/meetings`, body)).body;
  await world.seller.post(`/api/meetings/${id}/accept`);
  await world.buyer.post(`/api/meetings/${id}/cancel`);
  const messages: Message[] = (await world.seller.get(`${conversation}/messages`)).body;
  const time = 'Wednesday, September 2, 2:00 PM';
  expect(messages.filter(({ meeting }) => meeting).map(({ content }) => content)).toEqual([
    `Meeting: ${time}, ${body.place}`,
    `Accepted the meeting: ${time}`,
    `Canceled the meeting: ${time}`,
  ]);
  expect(messages.find(({ meeting }) => meeting?.action === 'proposed')!.warning).not.toBeNull();
});
