import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveStore } from '#features/live/web/live-store.ts';
import { getMessagingStore, type MessagingSession, type MessagingStore } from './messaging-store.ts';
import { OUTBOX_KEY_PREFIX } from './outbox-storage.ts';

/** Like a browser's storage, whose keys are own properties. */
function createStorage(): Record<string, string> {
  return Object.create({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  }) as Record<string, string>;
}

let stored = createStorage();
beforeEach(() => {
  stored = createStorage();
  vi.stubGlobal('localStorage', stored);
});
afterEach(() => void vi.unstubAllGlobals());

const fakeSession = (changes: Partial<MessagingSession> = {}): MessagingSession => ({
  setTyping() {},
  watch: () => () => {},
  onFetched() {},
  ...changes,
});

function signedIn(): { live: LiveStore; store: MessagingStore } {
  const live = new LiveStore();
  const store = getMessagingStore(live);
  live.setUser('maya');
  return { live, store };
}

const target = { conversationId: 'talk' };
const shown = (store: MessagingStore) => store.current().outgoing.map(({ content }) => content);

it('stores and shows a message before the session has loaded', () => {
  signedIn().store.enqueue(target, 'Hi');
  expect(Object.keys(stored)).toEqual([expect.stringContaining(OUTBOX_KEY_PREFIX)]);
  // After a reload, also when the page is there before the user is known.
  const { live, store } = signedIn();
  expect(shown(store)).toEqual(['Hi']);
  live.end();
  expect(shown(store)).toEqual([]);
  expect(Object.keys(stored)).toHaveLength(1);
});

it('keeps the message of a page without a user out of the storage, and says so', () => {
  const store = getMessagingStore(new LiveStore());
  expect(() => store.enqueue(target, 'Hi')).toThrow('No user is signed in');
});

it('watches nothing for a page that has gone before the session began', () => {
  const { store } = signedIn();
  const watch = vi.fn(() => () => {});
  const cancel = store.withSession((session) => session.watch('talk'));
  cancel();
  store.begin(fakeSession({ watch }));
  expect(watch).not.toHaveBeenCalled();
});

it('ends what a page has begun with the session', () => {
  const { store } = signedIn();
  const end = vi.fn();
  const cancelEarly = store.withSession((session) => session.watch('talk'));
  store.begin(fakeSession({ watch: () => end }));
  const cancelLate = store.withSession((session) => session.watch('talk'));
  cancelEarly();
  cancelLate();
  expect(end).toHaveBeenCalledTimes(2);
});

it('watches for a page that was there before the user was known', () => {
  const live = new LiveStore();
  const store = getMessagingStore(live);
  const watch = vi.fn(() => () => {});
  store.withSession((session) => session.watch('talk'));
  live.setUser('maya');
  store.begin(fakeSession({ watch }));
  expect(watch).toHaveBeenCalledTimes(1);
});
