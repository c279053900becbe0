import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbox } from './outbox.ts';
import { type Deliver, type DeliveryResult, OutboxSender } from './outbox-sender.ts';
import { OUTBOX_KEY_PREFIX } from './outbox-storage.ts';

/** Like a browser's storage, whose keys are own properties. */
function storage(): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  };
  const kept = Object.create(methods) as Record<string, string>;
  return kept as unknown as Storage;
}

const talk = { conversationId: 'talk' };

function startOutbox(deliver: Deliver, kept: Storage | null = storage(), userId = 'maya') {
  const states: string[] = [];
  const outbox = new Outbox({
    userId,
    storage: kept,
    onChanged: (outgoing) =>
      states.push(outgoing.map(({ content, state }) => `${content} ${state}`).join(', ')),
  });
  const sender = new OutboxSender(outbox, deliver);
  return { outbox, sender, states, kept: kept! };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the outbox', () => {
  afterEach(() => vi.restoreAllMocks());

  it('sends messages one after the other, and deletes confirmed ones', async () => {
    const sent: string[] = [];
    const { outbox, kept } = startOutbox(async ({ content }) => {
      sent.push(content);
      return 'confirmed';
    });
    for (const text of ['a', 'b', 'c']) outbox.add(talk, text);
    expect(Object.keys(kept)).toHaveLength(3);
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(outbox.outgoing).toEqual([]);
    expect(Object.keys(kept)).toEqual([]);
  });

  it('stores unreachable messages over a reload, and sends them once with the same id', async () => {
    const before = startOutbox(async () => 'unreachable');
    const id = before.outbox.add(talk, 'typed offline');
    before.outbox.add(talk, 'and this');
    await settled();
    expect(before.outbox.outgoing.map(({ state }) => state)).toEqual(['sending', 'sending']);

    const sent: string[] = [];
    const after = startOutbox(async ({ clientMessageId }) => {
      sent.push(clientMessageId);
      return 'confirmed';
    }, before.kept);
    expect(after.outbox.outgoing.map(({ content }) => content)).toEqual(['typed offline', 'and this']);
    after.sender.flush();
    after.sender.flush();
    await settled();
    expect(sent[0]).toBe(id);
    expect(sent).toHaveLength(2);
    expect(Object.keys(after.kept)).toEqual([]);
  });

  it('continues after a refused message, which can be retried', async () => {
    let answer: DeliveryResult = 'refused';
    const { outbox, states } = startOutbox(async ({ content }) => (content === 'bad' ? answer : 'confirmed'));
    const id = outbox.add(talk, 'bad');
    outbox.add(talk, 'good');
    await settled();
    expect(states.at(-1)).toBe('bad failed');
    answer = 'confirmed';
    outbox.retry(id);
    expect(states.at(-1)).toBe('bad sending');
    await settled();
    expect(states.at(-1)).toBe('');
  });

  it('accepts a confirmation for a message that another tab has sent', async () => {
    const { outbox, kept } = startOutbox(async () => 'unreachable');
    const id = outbox.add(talk, 'sent by another tab');
    outbox.confirm(id);
    await settled();
    expect(outbox.outgoing).toEqual([]);
    expect(Object.keys(kept)).toEqual([]);
  });

  it('treats an exception as unreachable', async () => {
    const { outbox, states } = startOutbox(() => Promise.reject(new Error('no')));
    outbox.add(talk, 'a');
    await settled();
    expect(states.at(-1)).toBe('a sending');
  });

  it('moves messages into the conversation that the first message opened', async () => {
    const targets: object[] = [];
    const { outbox } = startOutbox(async (message) => {
      targets.push(message.target);
      await settled();
      if ('bookId' in message.target) outbox.setOpened('book', 'talk');
      return 'confirmed';
    });
    outbox.add({ bookId: 'book', sellerId: 'daniel' }, 'Hi');
    outbox.add({ bookId: 'book', sellerId: 'daniel' }, 'Is it there?');
    await vi.waitFor(() => expect(outbox.outgoing).toEqual([]));
    expect(targets).toEqual([{ bookId: 'book', sellerId: 'daniel' }, talk]);
    expect(outbox.outgoing).toEqual([]);
  });

  it('belongs to one user, and sends nothing once stopped', async () => {
    const { kept } = startOutbox(async () => 'unreachable');
    const deliver = vi.fn(async (): Promise<DeliveryResult> => 'unreachable');
    const maya = startOutbox(deliver, kept);
    maya.outbox.add(talk, 'hers');
    await settled();
    expect(startOutbox(deliver, kept, 'daniel').outbox.outgoing).toEqual([]);
    maya.sender.stop();
    maya.outbox.close();
    for (const key of Object.keys(kept)) kept.removeItem(key);
    deliver.mockClear();
    maya.sender.flush();
    maya.outbox.retry(maya.outbox.outgoing[0]!.clientMessageId);
    await settled();
    expect(deliver).not.toHaveBeenCalled();
    expect(Object.keys(kept)).toEqual([]);
  });

  it('works without a storage', async () => {
    const { outbox, states } = startOutbox(async () => 'confirmed', null);
    outbox.add(talk, 'a');
    await settled();
    expect(states).toEqual(['', 'a sending', '']);
  });

  it('keeps messages that the full storage refused when another tab changes the storage', async () => {
    const { outbox, kept } = startOutbox(async () => 'unreachable');
    const elsewhere = outbox.add(talk, 'stored');
    const write = vi.spyOn(Object.getPrototypeOf(kept) as Storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    outbox.add(talk, 'refused');
    await settled();
    kept.removeItem(`${OUTBOX_KEY_PREFIX}${elsewhere}`);
    outbox.reload();
    expect(outbox.outgoing.map(({ content }) => content)).toEqual(['refused']);
    write.mockRestore();
    outbox.retry(outbox.outgoing[0]!.clientMessageId);
    kept.removeItem(Object.keys(kept)[0]!);
    outbox.reload();
    expect(outbox.outgoing).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['an incomplete message', JSON.stringify({ userId: 'maya', content: 'x' })],
  ])('loads the messages beside %s', async (_, unreadable) => {
    const kept = storage();
    kept.setItem(`${OUTBOX_KEY_PREFIX}0`, unreadable);
    startOutbox(async () => 'unreachable', kept).outbox.add(talk, 'readable');
    await settled();
    const { outbox } = startOutbox(async () => 'unreachable', kept);
    expect(outbox.outgoing.map(({ content }) => content)).toEqual(['readable']);
  });

  describe('while the server refuses temporarily', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** Refuses until `isBack`, and records each attempt with its time. */
    function startOutage(retryAfterMs = 0) {
      const outage = { isBack: false };
      const tried: string[] = [];
      const start = Date.now();
      const { outbox, sender, states } = startOutbox(async ({ content }) => {
        tried.push(`${content} ${(Date.now() - start) / 1000}`);
        return outage.isBack ? 'confirmed' : { retryAfterMs };
      });
      return { outage, outbox, sender, states, tried };
    }

    it('retries with a growing delay, in order', async () => {
      const { outage, outbox, sender, states, tried } = startOutage();
      outbox.add(talk, 'a');
      await vi.advanceTimersByTimeAsync(500);
      outbox.add(talk, 'b');
      sender.flush();
      await vi.advanceTimersByTimeAsync(16_500);
      expect(tried).toEqual(['a 0', 'a 1', 'a 3', 'a 7', 'a 12', 'a 17']);
      expect(states.at(-1)).toBe('a sending, b sending');
      outage.isBack = true;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(tried.slice(6)).toEqual(['a 22', 'b 22']);
      expect(outbox.outgoing).toEqual([]);
      outage.isBack = false;
      outbox.add(talk, 'c');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(tried.slice(8)).toEqual(['c 22', 'c 23']);
      sender.stop();
    });

    it('pauses as long as the server asks, without delaying other conversations', async () => {
      const { outbox, sender, tried } = startOutage(3_000);
      outbox.add(talk, 'a');
      outbox.add({ conversationId: 'other' }, 'b');
      await vi.advanceTimersByTimeAsync(3_000);
      expect(tried).toEqual(['a 0', 'b 0', 'a 3', 'b 3']);
      sender.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(tried).toHaveLength(4);
    });

    it('also pauses messages whose conversation was opened meanwhile', async () => {
      const tried: object[] = [];
      const { outbox } = startOutbox(async ({ target }) => {
        tried.push(target);
        if ('bookId' in target) outbox.setOpened('book', 'talk');
        return tried.length === 1 ? { retryAfterMs: 0 } : 'confirmed';
      });
      outbox.add({ bookId: 'book', sellerId: 'daniel' }, 'Hi');
      await vi.advanceTimersByTimeAsync(999);
      expect(tried).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(tried).toEqual([{ bookId: 'book', sellerId: 'daniel' }, talk]);
      expect(outbox.outgoing).toEqual([]);
    });

    it('continues with the next message when another tab has sent the paused one', async () => {
      const { outbox, tried, outage } = startOutage();
      const id = outbox.add(talk, 'a');
      outbox.add(talk, 'b');
      await vi.advanceTimersByTimeAsync(500);
      outbox.confirm(id);
      outage.isBack = true;
      await vi.advanceTimersByTimeAsync(500);
      expect(tried).toEqual(['a 0', 'b 1']);
      expect(outbox.outgoing).toEqual([]);
    });
  });
});
