import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PushWorld } from '#tests/support/product/push-world.ts';

let push: PushWorld;
beforeAll(async () => (push = await PushWorld.open()));
afterAll(() => push.stop());

it('the push to a named buyer has fixed words, not the title that the seller wrote', async () => {
  const { world } = push;
  const title = 'Refund pending, pay at evil.example';
  const { id: bookId } = await world.createBook({ title });
  const conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still available?', world.buyer);
  const device = await push.addDevice(world.buyer);
  await world.seller.post(`/api/books/${bookId}/named-sale`, { buyerId: world.buyer.id });
  expect(await vi.waitUntil(() => device.received[0])).toMatchObject({
    title: 'Priya Raman',
    body: 'Did you get the book?',
  });
  const { body: lines } = await world.buyer.get(`/api/conversations/${conversationId}/messages`);
  expect(lines.at(-1)).toMatchObject({ messageType: 'event', content: 'Did you get the book?' });
});
