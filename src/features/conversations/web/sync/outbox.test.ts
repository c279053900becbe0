import { onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/transport.ts';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import { closeOutbox, type Deliver, openOutbox, outgoingMessages } from './outbox.ts';

const talk = { conversationId: 'talk', bookId: 'book', buyerId: 'maya', sellerId: 'daniel' };
const other = { ...talk, conversationId: 'other', bookId: 'another' };

let onStorage: (event: Pick<StorageEvent, 'key'>) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof onStorage) => (onStorage = listener));
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab of a user, and what is sent from it. */
function openTab(deliver: Deliver | null = async () => 1, userId = 'maya') {
  const queries = new QueryClient();
  queries.mount();
  const sent: string[] = [];
  const outbox = openOutbox(queries, userId);
  const listener = onStorage;
  const begin = (next: Deliver) =>
    outbox.sendWith((message) => {
      sent.push(message.content);
      return next(message);
    });
  if (deliver !== null) begin(deliver);
  const shown = () =>
    outgoingMessages(queries).flatMap(({ content, delivery }) =>
      delivery === 'sent' ? [] : [`${content} ${delivery}`],
    );
  return { queries, outbox, sent, shown, begin, onStorage: listener };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const never: Deliver = () => new Promise(() => {});
const stored = () => Object.keys(localStorage);

it('sends messages one after the other, and deletes confirmed ones', async () => {
  const { outbox, sent, shown } = openTab();
  for (const text of ['a', 'b', 'c']) outbox.add(talk, text);
  expect(stored()).toHaveLength(3);
  await settle();
  expect([sent, shown(), stored()]).toEqual([['a', 'b', 'c'], [], []]);
});

it('stores and shows a message before the code that sends it has loaded', async () => {
  const { outbox, sent, shown, begin } = openTab(null);
  outbox.add(talk, 'early');
  await settle();
  expect([shown(), stored()]).toEqual([['early sending'], [expect.stringContaining(':outbox:')]]);
  begin(async () => 1);
  await settle();
  expect(sent).toEqual(['early']);
});

it('keeps what was written offline over a reload, and sends it once, in order, with the same id', async () => {
  onlineManager.setOnline(false);
  const before = openTab();
  const id = before.outbox.add(talk, 'typed offline');
  vi.setSystemTime(Date.now() + 1);
  before.outbox.add(talk, 'and this');
  await settle();
  expect(before.sent).toEqual([]);
  const ids: string[] = [];
  const after = openTab(async ({ clientMessageId }) => ids.push(clientMessageId));
  expect(after.shown()).toEqual(['typed offline sending', 'and this sending']);
  onlineManager.setOnline(true);
  await settle();
  expect([after.sent, ids[0], stored()]).toEqual([['typed offline', 'and this'], id, []]);
});

it('continues after a refused message, which can be retried, also after a reload', async () => {
  const refuse: Deliver = async ({ content }) => {
    if (content === 'bad') throw new ApiError(400, { code: '', detail: '' }, null);
    return 1;
  };
  const before = openTab(refuse);
  const id = before.outbox.add(talk, 'bad');
  before.outbox.add(talk, 'good');
  await settle();
  expect([before.sent, before.shown()]).toEqual([['bad', 'good'], ['bad failed']]);
  const { outbox, sent, shown } = openTab();
  await settle();
  expect([sent, shown()]).toEqual([[], ['bad failed']]);
  outbox.retry(id);
  expect(shown()).toEqual(['bad sending']);
  await settle();
  expect([sent, shown(), stored()]).toEqual([['bad'], [], []]);
});

it('retries with a growing delay, in order, without delaying other conversations', async () => {
  const tried: string[] = [];
  const start = Date.now();
  let isBack = false;
  const { outbox } = openTab(async ({ content }) => {
    tried.push(`${content} ${(Date.now() - start) / 1000}`);
    if (content !== 'c' && !isBack) throw new TypeError('Failed to fetch');
    return 1;
  });
  for (const text of ['a', 'b']) outbox.add(talk, text);
  outbox.add(other, 'c');
  await vi.advanceTimersByTimeAsync(17_000);
  expect(tried).toEqual(['a 0', 'c 0', 'a 1', 'a 3', 'a 7', 'a 12', 'a 17']);
  isBack = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tried.slice(7)).toEqual(['a 22', 'b 22']);
});

it('shows what another tab writes, and sends it if that tab does not', async () => {
  const [first, second] = [openTab(never), openTab()];
  const id = first.outbox.add(talk, 'of the first');
  const [key] = stored();
  second.onStorage({ key: key! });
  expect([second.shown(), second.sent]).toEqual([['of the first sending'], []]);
  second.outbox.add(talk, 'of the second');
  await settle();
  expect(second.sent).toEqual(['of the first', 'of the second']);
  first.onStorage({ key: key! });
  expect(first.shown()).toEqual([]);
  // The socket brings it to both tabs.
  first.outbox.remove(id);
  expect(stored()).toEqual([]);
});

it('belongs to one user, and sends nothing once closed', async () => {
  const { queries, outbox, sent, shown, begin } = openTab(null);
  outbox.add(talk, 'hers');
  expect(openTab(never, 'daniel').shown()).toEqual([]);
  closeOutbox(queries);
  for (const key of stored()) localStorage.removeItem(key);
  openOutbox(queries, 'daniel').sendWith(async () => 1);
  begin(async () => 1);
  await settle();
  expect([sent, shown(), stored()]).toEqual([[], [], []]);
});

it('works without a storage, and with one that is full', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { ...fakeStorage(), getItem: () => null, setItem, removeItem: () => {} });
  const full = openTab();
  vi.stubGlobal('localStorage', undefined);
  const none = openTab();
  for (const { outbox, sent } of [full, none]) {
    outbox.add(talk, 'a');
    await settle();
    expect(sent).toEqual(['a']);
  }
});

it.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['an incomplete message', JSON.stringify({ userId: 'maya', content: 'x' })],
])('loads the messages beside %s', async (_, unreadable) => {
  openTab(never).outbox.add(talk, 'readable');
  localStorage.setItem(`${stored()[0]!}0`, unreadable);
  expect(openTab(never).shown()).toEqual(['readable sending']);
});
