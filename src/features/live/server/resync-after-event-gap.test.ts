import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { users } from '#features/accounts/server/table.ts';
import { busResumed, createLocalEventBus } from '#platform/server/events/event-bus.ts';
import { TestConversations, useTestConversations } from '#tests/support/server/test-conversations.ts';

/** Two processes whose events do not reach each other. */
let talk: TestConversations;
let lonely: TestConversations;

useTestConversations((opened) => void (talk = opened));
beforeEach(async () => {
  lonely = new TestConversations(talk.database, createLocalEventBus());
  await lonely.startNode();
});
afterEach(() => lonely.close());

const resume = () => lonely.events.publish(busResumed, { since: talk.clock.now().toISOString() });

it('tells every connected user to refetch, and the response includes the missed events', async () => {
  const { buyer, seller, conversationId } = await talk.scene();
  const asked = await talk.send(buyer, conversationId, 'Is it still there?');
  const maya = await lonely.connect(buyer);
  const daniel = await lonely.connect(seller);
  await talk.call(seller, 'PATCH', `/api/messages/${asked.body.id}/read`);
  await maya.settled();
  expect(maya.received.map(({ type }) => type)).toEqual(['auth_success', 'error']);
  resume();
  await daniel.next('missed');
  await maya.next('missed');
  maya.send({ type: 'resume', conversationId, afterSeq: 1 });
  expect(await maya.next('message_read')).toMatchObject({ conversationId, upToSeq: 1 });
});

it('reaches every user, however many there are', async () => {
  const people = await Promise.all(Array.from({ length: 230 }, (_, n) => talk.person(`Student ${n}`)));
  const sockets = await Promise.all(people.map((person) => lonely.connect(person)));
  resume();
  await Promise.all(sockets.map((socket) => socket.next('missed')));
});

it('closes the sockets of users whose deletion was missed', async () => {
  const [maya, daniel] = [await talk.person('Maya'), await talk.person('Daniel')];
  const [gone, staying] = [await lonely.connect(maya), await lonely.connect(daniel)];
  await talk.database.orm.delete(users).where(eq(users.id, maya.id));
  await gone.settled();
  resume();
  expect((await gone.closed).code).toBe(1008);
  expect(gone.all('error').at(-1)).toMatchObject({ code: 'invalid-token' });
  await staying.next('missed');
  await staying.settled();
});
