import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupMessages } from './group-messages.ts';

const UTC = { timeZone: 'UTC' };

const START = Date.UTC(2026, 10, 18, 23, 58);

test('runs end at a new sender, minute or day', () => {
  const at = (seconds: number, senderId: string) => ({ senderId, at: START + seconds * 1000 });
  const days = groupMessages(
    [at(0, 'a'), at(20, 'a'), at(30, 'b'), at(59, 'b'), at(60, 'b'), at(125, 'b')],
    UTC,
  );
  expect(days.map((day) => day.runs.map((run) => run.messages.length))).toEqual([[2, 2, 1], [1]]);
});

test('no message is lost or reordered', () => {
  const message = fc.record({
    senderId: fc.constantFrom('a', 'b'),
    at: fc.integer({ min: START, max: START + 2e8 }),
  });
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      messages.sort((one, other) => one.at - other.at);
      const days = groupMessages(messages, UTC);
      expect(days.flatMap((day) => day.runs.flatMap((run) => run.messages))).toEqual(messages);
      expect(new Set(days.map((day) => day.key)).size).toBe(days.length);
    }),
  );
});
