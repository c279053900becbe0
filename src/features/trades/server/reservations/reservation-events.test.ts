import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let third: TestClient;
let admin: TestClient;
let bookId: string;
let conversationId: string;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { ADMIN_EMAILS: 'ruth@northfield.example' } });
  third = await world.app.signedInClient('Grace Lim');
  admin = await world.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook({ price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
});
afterAll(() => world.app.stop());

const offer = (by: TestClient, conversation: string, amount: number) =>
  by.post(`/api/conversations/${conversation}/offers`, { amount, clientMessageId: randomUUID() });
const reserve = async () => {
  const reply = await world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
  expect(reply.status).toBe(200);
  return reply.body.id as string;
};
const cancel = (by: TestClient, id: string) => by.post(`/api/reservations/${id}/cancel`, {});
const messagesOf = async (by: TestClient) =>
  (await by.get(`/api/conversations/${conversationId}/messages`)).body;
const eventsOf = async (by: TestClient) =>
  (await messagesOf(by)).flatMap(({ event }: { event: object | null }) => (event === null ? [] : [event]));
const unreadOf = async (by: TestClient) =>
  (await by.get(`/api/conversations/${conversationId}`)).body.unreadCount;
const inDays = (days: number) => new Date(world.app.clock.now().getTime() + days * 86_400_000).toISOString();

describe('an event of a reservation', () => {
  it('is a message of the conversation, from the one who has caused it', async () => {
    const second = await world.openConversation(bookId, third);
    await offer(third, second, 5_000);
    const { id } = (await offer(world.buyer, conversationId, 4_800)).body;
    await world.seller.post(`/api/offers/${id}/accept`, {});
    await world.seller.post(`/api/offers/${id}/accept`, {});
    const event = { kind: 'reserved', actorId: world.seller.id, until: inDays(3), acceptedPrice: 4_800 };
    expect((await messagesOf(world.buyer)).slice(1)).toEqual([
      expect.objectContaining({
        seq: 2,
        messageType: 'event',
        senderId: world.seller.id,
        receiverId: world.buyer.id,
        content: 'Accepted the offer of $48.00',
        event: { ...event, declinedOffers: 0 },
        offer: null,
        warning: null,
        readAt: null,
      }),
    ]);
    // How many others want it is for the seller alone.
    expect(await eventsOf(world.seller)).toEqual([{ ...event, declinedOffers: 1 }]);
    expect(await unreadOf(world.buyer)).toBe(1);
    expect(await unreadOf(world.seller)).toBe(1);
  });

  it('tells who has canceled it, the other one as unread', async () => {
    for (const [by, other] of [
      [world.buyer, world.seller],
      [world.seller, world.buyer],
    ] as const) {
      const id = await reserve();
      const before = [await unreadOf(by), await unreadOf(other)] as const;
      await cancel(by, id);
      await cancel(by, id);
      for (const reader of [by, other])
        expect((await eventsOf(reader)).at(-1)).toEqual({
          kind: 'reservation-canceled',
          actorId: by.id,
          until: null,
          declinedOffers: 0,
        });
      expect([await unreadOf(by), await unreadOf(other)]).toEqual([before[0], before[1] + 1]);
    }
  });

  it('is received and read by each of the two when its time is over', async () => {
    await reserve();
    const [first] = await messagesOf(world.buyer);
    await world.buyer.patch(`/api/messages/${first.id}/read`, {});
    world.app.clock.advance({ days: 3 });
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    const sides = [
      [world.buyer, world.seller],
      [world.seller, world.buyer],
    ] as const;
    for (const [reader, other] of sides) {
      const messages = await messagesOf(reader);
      expect(messages).toHaveLength(2);
      expect(messages[1]).toMatchObject({
        senderId: other.id,
        receiverId: reader.id,
        event: { kind: 'reservation-expired', actorId: null },
        readAt: null,
      });
      const { body } = await reader.get(`/api/conversations/${conversationId}`);
      expect(body).toMatchObject({ unreadCount: 1, lastMessage: { senderId: other.id, readAt: null } });
    }
    const { id } = (await messagesOf(world.seller))[1];
    expect((await third.patch(`/api/messages/${id}/read`, {})).status).toBe(404);
    for (const [reader] of sides) {
      const read = await reader.patch(`/api/messages/${id}/read`, {});
      expect(read).toMatchObject({ status: 200, body: { readAt: world.app.clock.now().toISOString() } });
      expect((await messagesOf(reader))[1].readAt).not.toBeNull();
      expect(await unreadOf(reader)).toBe(0);
      const { body } = await reader.get(`/api/conversations/${conversationId}`);
      expect(body.lastMessage.readAt).not.toBeNull();
    }
    await world.sendMessage(conversationId, 'Still there?');
    expect(await unreadOf(world.seller)).toBe(1);
  });

  it('is told to both when the listing ends earlier than the 3 days', async () => {
    const { pool } = world.app.database;
    const end = new Date(inDays(1));
    await pool.query('UPDATE books SET expires_at = $1 WHERE id = $2', [end, bookId]);
    world.clearCachedBooks();
    await offer(world.buyer, conversationId, 4_800);
    await reserve();
    expect((await eventsOf(world.buyer)).at(-1)).toMatchObject({ until: end.toISOString() });
    const stateOf = async (reader: TestClient) => {
      const { reservation, book } = (await reader.get(`/api/conversations/${conversationId}`)).body;
      return [reservation?.until ?? null, book.state, book.reservedUntil];
    };
    for (const reader of [world.buyer, world.seller])
      expect(await stateOf(reader)).toEqual([end.toISOString(), 'active', end.toISOString()]);
    world.app.clock.advance({ days: 1 });
    // The job has not run yet.
    for (const reader of [world.buyer, world.seller])
      expect(await stateOf(reader)).toEqual([null, 'expired', null]);
    await world.app.app.context.jobs.runNow('expire-listings');
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    for (const reader of [world.buyer, world.seller]) {
      const told = (await eventsOf(reader)).filter(({ kind }: { kind: string }) => kind !== 'reserved');
      expect(told).toMatchObject([{ kind: 'reservation-expired', actorId: null }]);
    }
    // A renewed listing is free.
    expect((await world.seller.post(`/api/books/${bookId}/renew`, {})).status).toBe(200);
    expect(await stateOf(world.buyer)).toEqual([null, 'active', null]);
  });

  it('reaches a browser that resumes, as the user reads it', async () => {
    await reserve();
    world.app.clock.advance({ days: 3 });
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    const socket = await world.seller.connect();
    socket.send({ type: 'resume', conversationId, afterSeq: 1 });
    const { message } = await socket.next('new_message');
    expect(message).toMatchObject({
      seq: 2,
      receiverId: world.seller.id,
      event: { kind: 'reservation-expired' },
    });
    socket.terminate();
  });

  it('is told to both when an admin removes a prohibited listing, and is from the seller who sells it', async () => {
    await reserve();
    await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
    expect((await eventsOf(world.buyer)).at(-1)).toMatchObject({
      kind: 'reservation-canceled',
      actorId: world.seller.id,
    });
    await world.seller.patch(`/api/books/${bookId}`, { isSold: false });
    await reserve();
    const removal = `/api/admin/books/${bookId}?reason=prohibited-item`;
    expect((await admin.delete(removal)).status).toBeLessThan(300);
    for (const reader of [world.seller, world.buyer])
      expect((await eventsOf(reader)).at(-1)).toMatchObject({ kind: 'reservation-canceled', actorId: null });
  });
});
