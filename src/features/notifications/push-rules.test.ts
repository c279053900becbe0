import { expect, it } from 'vitest';
import { decidePush, isPageVisible, PUSH_MAX_AGE_MS, type PendingPush } from './push-rules.ts';

const now = new Date('2026-01-01T12:00:00Z');
const pending: PendingPush = {
  created_at: now,
  is_seen: false,
  facts: {},
  is_session_over: false,
};

it('sends what nothing has withdrawn', () => {
  expect(decidePush(pending, now)).toBe('send');
  expect(decidePush({ ...pending, facts: { withdrawn: null, noPush: null } }, now)).toBe('send');
});

it('says why it sends nothing', () => {
  expect(decidePush({ ...pending, is_seen: true }, now)).toBe('seen');
  expect(decidePush({ ...pending, facts: null }, now)).toBe('gone');
  expect(decidePush({ ...pending, facts: { withdrawn: 'read', noPush: 'replaced' } }, now)).toBe('read');
  expect(decidePush({ ...pending, facts: { noPush: 'blocked' } }, now)).toBe('blocked');
});

it('sends nothing after a day', () => {
  const at = (ageMs: number) => ({ ...pending, created_at: new Date(now.getTime() - ageMs) });
  expect(decidePush(at(PUSH_MAX_AGE_MS - 1), now)).toBe('send');
  expect(decidePush(at(PUSH_MAX_AGE_MS), now)).toBe('too old');
});

it('names the end of a session first: its device is deleted', () => {
  expect(decidePush({ ...pending, is_seen: true, is_session_over: true }, now)).toBe('session over');
});

it('stays quiet while a page is visible', () => {
  expect(isPageVisible([{ visibilityState: 'hidden' }])).toBe(false);
  expect(isPageVisible([{ visibilityState: 'hidden' }, { visibilityState: 'visible' }])).toBe(true);
});
