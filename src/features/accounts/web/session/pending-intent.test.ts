import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeIntent } from '../sign-in/describe-intent.ts';
import { dropLeftIntent, storePendingIntent, type PendingIntent } from './pending-intent.ts';
import { readPendingIntent, takePendingIntent } from './read-intent.ts';

const bookId = '01a19b7c-a680-7791-8d0c-1369621aac7b';
const key = 'bookswap:private:intent';
const from = {
  path: '/?search=botany&subject=Biology',
  top: 1234,
  depth: 2,
  documentStart: 1_790_000_000_000.5,
};
const favorite: PendingIntent = { kind: 'favorite', bookId, from };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers({ now: new Date('2026-11-02T09:00:00Z') });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each<PendingIntent>([
  favorite,
  { kind: 'favorite', bookId, title: 'Botany', from: { ...from, path: `/book/${bookId}`, top: 0 } },
  { kind: 'contact', bookId, sellerId: bookId },
  { kind: 'add-listing' },
  { kind: 'want', wants: [{ words: 'botany', maxPrice: null }], from: '/?search=botany' },
  { kind: 'route', path: '/favorites' },
  { kind: 'route', path: '/a-page-of-the-next-version?tab=2' },
  { kind: 'route', path: `/conversation/${bookId}` },
  { kind: 'route', path: `/conversation/new?sellerId=${bookId}&bookId=${bookId}` },
])('is taken once: %o', (intent) => {
  storePendingIntent(intent);
  expect(readPendingIntent()).toEqual(intent);
  expect(takePendingIntent()).toEqual(intent);
  expect(takePendingIntent()).toBeNull();
});

it('expires after half an hour', () => {
  storePendingIntent({ kind: 'add-listing' });
  vi.advanceTimersByTime(30 * 60_000 - 1);
  expect(readPendingIntent()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(takePendingIntent()).toBeNull();
});

it('lasts while signing in, and is dropped when a visitor goes back instead', () => {
  storePendingIntent(favorite);
  for (const [path, isSignInStep] of [
    ['/', false],
    ['/sign-in', true],
    ['/terms', false],
    // They are linked from the terms.
    ['/imprint', false],
    ['/accessibility', false],
    ['/transparency', false],
    ['/verify-email', true],
    ['/forgot-password', true],
  ] as const) {
    dropLeftIntent(path, isSignInStep);
    expect(readPendingIntent()).toEqual(favorite);
  }
  dropLeftIntent(`/book/${bookId}`, false);
  expect(readPendingIntent()).toBeNull();
});

it('is replaced by the next one', () => {
  storePendingIntent({ kind: 'add-listing' });
  storePendingIntent({ kind: 'route', path: '/messages' });
  expect(takePendingIntent()).toEqual({ kind: 'route', path: '/messages' });
});

it.each([
  'https://evil.example', '//evil.example', '/\\evil.example', '/\\/evil.example', '\\\\evil.example', 'favorites', '',
  '/\t/evil.example', '/favorites\\..', '/..//evil.example', 'javascript:alert(1)',
])('never leads out of the product: %j', (path) => {
  storePendingIntent({ kind: 'route', path });
  expect(takePendingIntent()).toBeNull();
  storePendingIntent({ kind: 'want', wants: [], from: path });
  expect(takePendingIntent()).toBeNull();
  storePendingIntent({ ...favorite, from: { ...from, path } });
  expect(takePendingIntent()).toBeNull();
  // Nor if another program has written it.
  kept.set(key, JSON.stringify({ intent: { kind: 'route', path }, until: Date.now() + 1000 }));
  expect(takePendingIntent()).toBeNull();
}); // oxfmt-ignore

it.each([
  '{', 'null', '{}', '[]', '{"intent":null,"until":1}',
  ...[
    { ...favorite, bookId: '../x' },
    { ...favorite, title: {} },
    { ...favorite, from: undefined },
    { ...favorite, from: { ...from, path: 1 } },
    { ...favorite, from: { ...from, top: '1' } },
    { ...favorite, from: { ...from, depth: 0.5 } },
  ].map((intent) => JSON.stringify({ intent, until: Date.parse('2026-11-02T09:01:00Z') })),
  JSON.stringify({ intent: { kind: 'add-listing' }, until: Date.parse('2027-01-01T00:00:00Z') }),
  JSON.stringify({ intent: { kind: 'other' }, until: Date.parse('2026-11-02T09:01:00Z') }),
])('is nothing where nonsense is kept: %s', (text) => {
  kept.set(key, text);
  expect(takePendingIntent()).toBeNull();
}); // oxfmt-ignore

it('is described in a sentence', () => {
  expect(describeIntent({ ...favorite, title: 'Campbell Biology' }, 'sign-in')).toBe(
    'Sign in to save Campbell Biology.',
  );
  expect(describeIntent({ kind: 'route', path: '/messages' }, 'sign-up')).toBe(
    'Sign up to see your messages.',
  );
  expect(describeIntent(null, 'sign-in')).toBeNull();
});
