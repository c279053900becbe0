import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type TestConversations, useTestConversations } from '#tests/support/server/test-conversations.ts';

let product: TestConversations;

useTestConversations((opened) => void (product = opened));

it('typing looks up twenty conversations in ten seconds, known or not', async () => {
  const socket = await product.connect(await product.person('Maya'));
  for (let n = 0; n < 25; n += 1)
    socket.send({ type: 'typing', conversationId: randomUUID(), isTyping: true });
  await socket.until(() => socket.all('error').length === 25);
  const codes = socket.all('error').map(({ code }) => code);
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'conversation-not-found'));
  expect(codes.slice(20)).toEqual(Array.from({ length: 5 }, () => 'too-many-requests'));
});
