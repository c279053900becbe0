import { describe, expect, it } from 'vitest';
import type { ObjectRow, SandboxStorage, Texts } from '../storage/sandbox-storage.ts';

type StorageUnderTest = {
  storage: SandboxStorage;
  /** The ids of the events that are enqueued, the oldest first. */
  enqueuedEvents: () => Promise<readonly string[]>;
};

/** The tests that every implementation of `SandboxStorage` passes. `open` returns an empty storage. */
export function describeSandboxStorage(open: () => Promise<StorageUnderTest>): void {
  describe('a sandbox storage', () => {
    it.each(Object.entries({ ...transactions, ...objects, ...lists }))('%s', async (_title, test) =>
      test(await open()),
    );
  });
}

type Tests = Record<string, (opened: StorageUnderTest) => Promise<void>>;

const noon = new Date('2026-09-01T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

const toRow = (id: string, fields: Partial<ObjectRow> = {}): ObjectRow => ({
  id,
  kind: 'charge',
  data: { id },
  dueAt: null,
  createdAt: noon,
  ...fields,
});

const toResponse = (idempotencyKey: string, fields: object = {}) => ({
  idempotencyKey,
  fingerprint: 'f',
  status: 200,
  body: { id: 'a' },
  createdAt: noon,
  ...fields,
});

const insert = (storage: SandboxStorage, ...rows: ObjectRow[]) =>
  storage.runTransaction(async (tx) => {
    for (const row of rows) await tx.insertObject(row);
  });

const find = (storage: SandboxStorage, kind: string, id: string) =>
  storage.runReadTransaction((tx) => tx.findObject(kind, id));

const list = async (storage: SandboxStorage, where: Texts = {}, limit = 9) =>
  (await storage.runReadTransaction((tx) => tx.listObjects('charge', where, limit))).map(
    (data) => (data as { id: string }).id,
  );

const transactions: Tests = {
  'rolls back a transaction as a whole': async ({ storage, enqueuedEvents }) => {
    const failing = storage.runTransaction(async (tx) => {
      await tx.insertObject(toRow('a'));
      await tx.insertResponse(toResponse('key'));
      await tx.enqueueEvent('evt_1');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await find(storage, 'charge', 'a')).toBeNull();
    expect(await storage.runReadTransaction((tx) => tx.findResponse('key'))).toBeNull();
    expect(await enqueuedEvents()).toEqual([]);
  },
  'runs transactions one after another': async ({ storage }) => {
    await insert(storage, toRow('a', { data: { id: 'a', count: 0 } }));
    const increment = () =>
      storage.runTransaction(async (tx) => {
        const { count } = (await tx.findObject('charge', 'a')) as { count: number };
        await tx.updateObject('a', { id: 'a', count: count + 1 });
      });
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(await find(storage, 'charge', 'a')).toEqual({ id: 'a', count: 10 });
  },
  'enqueues events with the commit': async ({ storage, enqueuedEvents }) => {
    await storage.runTransaction((tx) => tx.enqueueEvent('evt_1'));
    expect(await enqueuedEvents()).toEqual(['evt_1']);
  },
  'reads one moment': async ({ storage }) => {
    const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = storage.runReadTransaction(async (tx) => {
      const before = await tx.findObject('charge', 'a');
      begun.resolve();
      await written.promise;
      return [before, await tx.findObject('charge', 'a')];
    });
    await begun.promise;
    await insert(storage, toRow('a'));
    written.resolve();
    expect(await reading).toEqual([null, null]);
    expect(await find(storage, 'charge', 'a')).toEqual({ id: 'a' });
  },
  'writes nothing in a read transaction': async ({ storage }) => {
    const write = storage.runReadTransaction((tx) => tx.insertObject(toRow('a')));
    await expect(write).rejects.toBeInstanceOf(Error);
    expect(await find(storage, 'charge', 'a')).toBeNull();
  },
};

const objects: Tests = {
  'finds objects by kind and id, which is unique': async ({ storage }) => {
    await insert(storage, toRow('a'));
    expect(await find(storage, 'charge', 'a')).toEqual({ id: 'a' });
    expect(await find(storage, 'refund', 'a')).toBeNull();
    expect(await find(storage, 'charge', 'b')).toBeNull();
    await expect(insert(storage, toRow('a', { kind: 'refund' }))).rejects.toBeInstanceOf(Error);
  },
  'stores objects as JSON': async ({ storage }) => {
    const data = { id: 'a', none: undefined, at: noon, nested: { text: 'ä' } };
    await insert(storage, toRow('a', { data }));
    data.nested.text = 'changed';
    const stored = { id: 'a', at: noon.toISOString(), nested: { text: 'ä' } };
    expect(await find(storage, 'charge', 'a')).toStrictEqual(stored);
  },
  'deletes objects by kind and age': async ({ storage }) => {
    await insert(storage, toRow('a'), toRow('b', { createdAt: later(1) }), toRow('c', { kind: 'refund' }));
    await storage.deleteObjectsBefore('charge', later(1));
    expect(await list(storage)).toEqual(['b']);
    expect(await find(storage, 'refund', 'c')).not.toBeNull();
  },
  'stores responses until they are too old, or their object is deleted': async ({ storage }) => {
    await storage.runTransaction(async (tx) => {
      await tx.insertResponse(toResponse('1'));
      await tx.insertResponse(toResponse('2', { createdAt: later(1) }));
      await tx.insertResponse(toResponse('3', { createdAt: later(1), status: 402, body: { error: {} } }));
    });
    const findAll = () =>
      storage.runReadTransaction((tx) => Promise.all(['1', '2', '3'].map((key) => tx.findResponse(key))));
    expect((await findAll())[0]).toEqual(toResponse('1'));
    await storage.deleteResponsesBefore(later(1));
    expect((await findAll()).map((row) => row?.idempotencyKey)).toEqual([undefined, '2', '3']);
    await storage.runTransaction((tx) => tx.deleteResponsesAbout('a'));
    expect((await findAll()).map((row) => row?.status)).toEqual([undefined, undefined, 402]);
  },
};

const lists: Tests = {
  'lists the newest objects first': async ({ storage }) => {
    await insert(
      storage,
      toRow('b', { createdAt: later(1) }),
      toRow('c', { createdAt: later(1) }),
      toRow('a', { createdAt: later(2) }),
      toRow('d'),
      toRow('e', { kind: 'refund' }),
    );
    expect(await list(storage)).toEqual(['a', 'c', 'b', 'd']);
    expect(await list(storage, {}, 2)).toEqual(['a', 'c']);
  },
  'lists objects by the texts that they contain': async ({ storage }) => {
    await insert(
      storage,
      toRow('a', { data: { id: 'a', status: 'open', of: { price: 'p' } } }),
      toRow('b', { data: { id: 'b', status: 'paid', of: { price: 'q' } } }),
      toRow('c', { data: { id: 'c', of: null } }),
    );
    expect(await list(storage, { status: 'open' })).toEqual(['a']);
    expect(await list(storage, { 'of.price': 'q' })).toEqual(['b']);
    expect(await list(storage, { 'of.price': 'q', status: 'open' })).toEqual([]);
    expect(await list(storage, { 'of.price': undefined })).toEqual(['c', 'b', 'a']);
  },
  'lists due objects, the longest due first': async ({ storage }) => {
    await insert(
      storage,
      toRow('a', { dueAt: later(2) }),
      toRow('b', { dueAt: later(1) }),
      toRow('c', { dueAt: later(3) }),
      toRow('d'),
      toRow('e', { kind: 'refund', dueAt: later(1) }),
    );
    expect(await storage.listDueObjects('charge', later(2), 9)).toEqual(['b', 'a']);
    expect(await storage.listDueObjects('charge', later(9), 2)).toEqual(['b', 'a']);
    await storage.runTransaction((tx) => tx.setDueAt('b', null));
    const dueTimes = await storage.runReadTransaction((tx) =>
      Promise.all(['a', 'b', 'unknown'].map((id) => tx.findDueAt(id))),
    );
    expect(dueTimes).toEqual([later(2), null, null]);
    expect(await storage.listDueObjects('charge', later(9), 9)).toEqual(['a', 'c']);
  },
};
