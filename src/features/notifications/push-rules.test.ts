import { expect, it } from 'vitest';
import { decidePush, isPageVisible, PUSH_MAX_AGE_MS, type PendingPush } from './push-rules.ts';

const now = new Date('2026-01-01T12:00:00Z');
const pending: PendingPush = {
  created_at: now,
  is_read: false,
  is_withheld: false,
  is_blocked: false,
  is_replaced: false,
  is_session_over: false,
};

it('sends an unread message', () => {
  expect(decidePush(pending, now)).toBe('send');
});

it.each(['is_read', 'is_withheld', 'is_blocked', 'is_replaced'] as const)(
  'drops a message that %s',
  (fact) => {
    expect(decidePush({ ...pending, [fact]: true }, now)).toBe('drop');
  },
);

it('drops a message after a day', () => {
  const at = (ageMs: number) => ({ ...pending, created_at: new Date(now.getTime() - ageMs) });
  expect(decidePush(at(PUSH_MAX_AGE_MS - 1), now)).toBe('send');
  expect(decidePush(at(PUSH_MAX_AGE_MS), now)).toBe('drop');
});

it('deletes a device whose session has ended, with every message', () => {
  expect(decidePush({ ...pending, is_read: true, is_session_over: true }, now)).toBe('delete-device');
});

it('stays quiet while a page is visible', () => {
  expect(isPageVisible([{ visibilityState: 'hidden' }])).toBe(false);
  expect(isPageVisible([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }])).toBe(true);
});
