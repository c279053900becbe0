import { expect, it } from 'vitest';
import { decidePush, isPageVisible, PUSH_MAX_AGE_MS } from './push-rules.ts';

const created_at = new Date('2026-01-01T12:00:00Z');
const pending = { created_at, is_seen: false, facts: {}, is_session_over: false };

it.each([
  ['send', {}, 0],
  ['send', { facts: { withdrawn: null, noPush: null } }, PUSH_MAX_AGE_MS - 1],
  ['too old', {}, PUSH_MAX_AGE_MS],
  ['seen', { is_seen: true }, 0],
  ['gone', { facts: null }, 0],
  ['read', { facts: { withdrawn: 'read', noPush: 'replaced' } }, 0],
  ['blocked', { facts: { noPush: 'blocked' } }, 0],
  // First of all: its device is deleted.
  ['session over', { is_seen: true, is_session_over: true }, 0],
])('decides %j for %j after %s ms', (decision, changes, ageMs) => {
  expect(decidePush({ ...pending, ...changes }, new Date(created_at.getTime() + ageMs))).toBe(decision);
});

it('stays quiet while a page is visible', () => {
  expect(isPageVisible([{ visibilityState: 'hidden' }])).toBe(false);
  expect(isPageVisible([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }])).toBe(true);
});
