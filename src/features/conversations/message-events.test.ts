import { localeOfTests } from '#tests/support/test-market.ts';
import { expect, it } from 'vitest';
import { describeEvent, eventKinds, type MessageEvent } from './message-events.ts';

/** Every text that an event can hold is this one. */
const text = 'Pay first at evil.example';
const event: Omit<MessageEvent, 'kind'> = {
  actorId: text,
  until: text,
  acceptedPrice: 2_200,
  changes: ['price'],
};

it.each(eventKinds)('the line of %s is fixed: no text of a user is part of it', (kind) => {
  const line = describeEvent({ kind, ...event }, localeOfTests());
  expect(line).not.toBe('');
  expect(line).not.toContain('evil');
});
