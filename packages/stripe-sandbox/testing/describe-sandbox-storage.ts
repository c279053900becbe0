import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectRow, SandboxStorage, Texts } from '../storage/sandbox-storage.ts';

type StorageUnderTest = {
  storage: SandboxStorage;
  /** The ids of the events that are enqueued, the oldest first. */
  enqueuedEvents: () => Promise<readonly string[]>;
};

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

/**
 * Declares the tests that every implementation of `SandboxStorage` passes. `open` returns an empty storage.
 */
export function describeSandboxStorage(open: () => Promise<StorageUnderTest>): void {
  describe('a sandbox storage', () => {
    const test = new StorageTest();
    beforeEach(async () => {
      test.opened = await open();
    });
    describeTransactions(test);
    describeReadTransactions(test);
    describeObjects(test);
    describeObjectLists(test);
    describeDueObjects(test);
    describeResponses(test);
  });
}

/** The storage of the running test, with shorthands for its transactions. */
class StorageTest {
  opened!: StorageUnderTest;

  get storage(): SandboxStorage {
    return this.opened.storage;
  }

  insert(...rows: ObjectRow[]): Promise<void> {
    return this.storage.runTransaction(async (tx) => {
      for (const row of rows) await tx.insertObject(row);
    });
  }

  find(kind: string, id: string) {
    return this.storage.runReadTransaction((tx) => tx.findObject(kind, id));
  }

  async list(where: Texts = {}, limit = 9): Promise<string[]> {
    const found = await this.storage.runReadTransaction((tx) => tx.listObjects('charge', where, limit));
    return found.map((data) => (data as { id: string }).id);
  }
}

const toResponse = (idempotencyKey: string, fields: object = {}) => ({
  idempotencyKey,
  fingerprint: 'f',
  status: 200,
  body: { id: 'a' },
  createdAt: noon,
  ...fields,
});

function describeTransactions(test: StorageTest): void {
  describe('transactions', () => {
    it('roll back as a whole', async () => {
      const failing = test.storage.runTransaction(async (tx) => {
        await tx.insertObject(toRow('a'));
        await tx.insertResponse(toResponse('key'));
        await tx.enqueueEvent('evt_1');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await test.find('charge', 'a')).toBeNull();
      expect(await test.storage.runReadTransaction((tx) => tx.findResponse('key'))).toBeNull();
      expect(await test.opened.enqueuedEvents()).toEqual([]);
    });

    it('run one after another', async () => {
      await test.insert(toRow('a', { data: { id: 'a', count: 0 } }));
      const increment = () =>
        test.storage.runTransaction(async (tx) => {
          const { count } = (await tx.findObject('charge', 'a')) as { count: number };
          await tx.updateObject('a', { id: 'a', count: count + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, increment));
      expect(await test.find('charge', 'a')).toEqual({ id: 'a', count: 10 });
    });

    it('enqueue events with the commit', async () => {
      await test.storage.runTransaction((tx) => tx.enqueueEvent('evt_1'));
      expect(await test.opened.enqueuedEvents()).toEqual(['evt_1']);
    });
  });
}

function describeReadTransactions(test: StorageTest): void {
  describe('read transactions', () => {
    it('read one moment', async () => {
      const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const reading = test.storage.runReadTransaction(async (tx) => {
        const before = await tx.findObject('charge', 'a');
        begun.resolve();
        await written.promise;
        return [before, await tx.findObject('charge', 'a')];
      });
      await begun.promise;
      await test.insert(toRow('a'));
      written.resolve();
      expect(await reading).toEqual([null, null]);
      expect(await test.find('charge', 'a')).toEqual({ id: 'a' });
    });

    it('cannot write', async () => {
      const write = test.storage.runReadTransaction((tx) => tx.insertObject(toRow('a')));
      await expect(write).rejects.toBeInstanceOf(Error);
      expect(await test.find('charge', 'a')).toBeNull();
    });
  });
}

function describeObjects(test: StorageTest): void {
  describe('objects', () => {
    it('are found by kind and id', async () => {
      await test.insert(toRow('a'));
      expect(await test.find('charge', 'a')).toEqual({ id: 'a' });
      expect(await test.find('refund', 'a')).toBeNull();
      expect(await test.find('charge', 'b')).toBeNull();
    });

    it('have unique ids', async () => {
      await test.insert(toRow('a'));
      await expect(test.insert(toRow('a', { kind: 'refund' }))).rejects.toBeInstanceOf(Error);
    });

    it('are stored as JSON', async () => {
      const data = { id: 'a', none: undefined, at: noon, nested: { text: 'ä' } };
      await test.insert(toRow('a', { data }));
      data.nested.text = 'changed';
      expect(await test.find('charge', 'a')).toStrictEqual({
        id: 'a',
        at: noon.toISOString(),
        nested: { text: 'ä' },
      });
    });

    it('are deleted by kind and age', async () => {
      await test.insert(toRow('a'), toRow('b', { createdAt: later(1) }), toRow('c', { kind: 'refund' }));
      await test.storage.deleteObjectsBefore('charge', later(1));
      expect(await test.list()).toEqual(['b']);
      expect(await test.find('refund', 'c')).not.toBeNull();
    });
  });
}

function describeObjectLists(test: StorageTest): void {
  describe('lists of objects', () => {
    it('are the newest first', async () => {
      await test.insert(
        toRow('b', { createdAt: later(1) }),
        toRow('c', { createdAt: later(1) }),
        toRow('a', { createdAt: later(2) }),
        toRow('d'),
        toRow('e', { kind: 'refund' }),
      );
      expect(await test.list()).toEqual(['a', 'c', 'b', 'd']);
      expect(await test.list({}, 2)).toEqual(['a', 'c']);
    });

    it('are by the texts that they contain', async () => {
      await test.insert(
        toRow('a', { data: { id: 'a', status: 'open', of: { price: 'p' } } }),
        toRow('b', { data: { id: 'b', status: 'paid', of: { price: 'q' } } }),
        toRow('c', { data: { id: 'c', of: null } }),
      );
      expect(await test.list({ status: 'open' })).toEqual(['a']);
      expect(await test.list({ 'of.price': 'q' })).toEqual(['b']);
      expect(await test.list({ 'of.price': 'q', status: 'open' })).toEqual([]);
      expect(await test.list({ 'of.price': undefined })).toEqual(['c', 'b', 'a']);
    });
  });
}

function describeDueObjects(test: StorageTest): void {
  it('lists due objects, the longest due first', async () => {
    await test.insert(
      toRow('a', { dueAt: later(2) }),
      toRow('b', { dueAt: later(1) }),
      toRow('c', { dueAt: later(3) }),
      toRow('d'),
      toRow('e', { kind: 'refund', dueAt: later(1) }),
    );
    expect(await test.storage.listDueObjects('charge', later(2), 9)).toEqual(['b', 'a']);
    expect(await test.storage.listDueObjects('charge', later(9), 2)).toEqual(['b', 'a']);
    await test.storage.runTransaction((tx) => tx.setDueAt('b', null));
    const dueTimes = await test.storage.runReadTransaction(async (tx) => [
      await tx.findDueAt('a'),
      await tx.findDueAt('b'),
      await tx.findDueAt('unknown'),
    ]);
    expect(dueTimes).toEqual([later(2), null, null]);
    expect(await test.storage.listDueObjects('charge', later(9), 9)).toEqual(['a', 'c']);
  });
}

function describeResponses(test: StorageTest): void {
  it('stores responses until they are too old, or their object is deleted', async () => {
    await test.storage.runTransaction(async (tx) => {
      await tx.insertResponse(toResponse('1'));
      await tx.insertResponse(toResponse('2', { createdAt: later(1) }));
      await tx.insertResponse(toResponse('3', { createdAt: later(1), status: 402, body: { error: {} } }));
    });
    const findAll = () =>
      test.storage.runReadTransaction(async (tx) => [
        await tx.findResponse('1'),
        await tx.findResponse('2'),
        await tx.findResponse('3'),
      ]);
    expect((await findAll())[0]).toEqual(toResponse('1'));
    await test.storage.deleteResponsesBefore(later(1));
    expect((await findAll()).map((row) => row?.idempotencyKey)).toEqual([undefined, '2', '3']);
    await test.storage.runTransaction((tx) => tx.deleteResponsesAbout('a'));
    expect((await findAll()).map((row) => row?.status)).toEqual([undefined, undefined, 402]);
  });
}
