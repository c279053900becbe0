import * as path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import type { TestDatabase } from '../../../../tests/support/test-database.ts';
import { RawClient } from '../../../../tests/support/raw-database-client.ts';
import { queryMessage, syncMessage, typedMessage } from './wire-messages.ts';

const PROTOCOL = 196608;

describe.skipIf(process.env.TEST_ENGINE === 'postgres')('the wire, byte for byte', () => {
  let database: TestDatabase;
  const raws: RawClient[] = [];
  beforeAll(async () => {
    const migrations = path.join(import.meta.dirname, '../../../../tests/support/migrations');
    database = await createTestDatabase({ own: true, migrations });
  });
  afterAll(async () => {
    for (const raw of raws) raw.close();
    await database.close();
  });

  async function connectRaw(): Promise<RawClient> {
    const raw = new RawClient(database.engine!.socketDirectory);
    raws.push(raw);
    raw.startUp(PROTOCOL);
    await raw.reply();
    return raw;
  }

  test('a statement may be named like another connection’s, and ends with its own', async () => {
    const [one, other] = [await connectRaw(), await connectRaw()];
    const parse = (text: string) => [typedMessage('P', `same\0${text}\0\0\0`), syncMessage()];
    one.send(...parse('SELECT 1'));
    other.send(...parse('SELECT 2'));
    expect([(await one.reply()).types, (await other.reply()).types]).toEqual(['1Z', '1Z']);
    const names = 'SELECT count(*)::int AS n FROM pg_prepared_statements';
    expect((await database.pool.query(names)).rows).toEqual([{ n: 2 }]);
    one.send(typedMessage('X', ''));
    await one.reply();
    expect((await database.pool.query(names)).rows).toEqual([{ n: 1 }]);
    other.send(typedMessage('C', 'Ssame\0'), syncMessage());
    await other.reply();
    expect((await database.pool.query(names)).rows).toEqual([{ n: 0 }]);
  });

  test('an unnamed statement is never another connection’s', async () => {
    const [one, other] = [await connectRaw(), await connectRaw()];
    const run = [typedMessage('B', Buffer.alloc(8)), typedMessage('E', Buffer.alloc(5)), syncMessage()];
    one.send(typedMessage('P', '\0SELECT 1\0\0\0'), syncMessage());
    await one.reply();
    one.send(...run);
    expect((await one.reply()).types).toBe('2DCZ');
    other.send(typedMessage('P', '\0SELECT 2\0\0\0'), syncMessage());
    await other.reply();
    one.send(...run);
    const reply = await one.reply();
    expect(reply.types).toBe('EZ');
    expect(reply.bodies[0]).toContain('26000');
  });

  test('a Flush is answered before the Sync', async () => {
    const raw = await connectRaw();
    raw.send(typedMessage('P', '\0SELECT 1\0\0\0'), typedMessage('H', ''));
    const waiting = database.pool.query('SELECT 2 AS it');
    raw.send(typedMessage('B', Buffer.alloc(8)), typedMessage('E', Buffer.alloc(5)), syncMessage());
    expect((await raw.reply()).types).toBe('12DCZ');
    expect((await waiting).rows).toEqual([{ it: 2 }]);
  });

  test('encryption is declined, other protocols are refused, nonsense ends the connection', async () => {
    const raw = new RawClient(database.engine!.socketDirectory);
    raw.startUp(80877103);
    expect(await raw.byte()).toBe('N');
    raw.startUp(80877104);
    expect(await raw.byte()).toBe('N');
    raw.startUp(PROTOCOL);
    expect((await raw.reply()).types).toMatch(/^RS+KZ$/);
    raw.send(typedMessage('!', ''));
    expect((await raw.reply()).bodies[0]).toContain('08P01');
    const old = new RawClient(database.engine!.socketDirectory);
    old.startUp(2 << 16);
    expect((await old.reply()).bodies[0]).toContain('unsupported frontend protocol 2.0');
    const newer = new RawClient(database.engine!.socketDirectory);
    newer.startUp(PROTOCOL + 2);
    expect((await newer.reply()).types).toMatch(/^vRS+KZ$/);
    newer.close();
  });

  test('what waits can be cancelled', async () => {
    const [owner, raw] = [await database.pool.connect(), new RawClient(database.engine!.socketDirectory)];
    raw.startUp(PROTOCOL);
    const { types, whole } = await raw.reply();
    expect(types.at(-2)).toBe('K');
    const key = whole.subarray(whole.length - 14, whole.length - 6);
    await owner.query('BEGIN');
    raw.send(queryMessage('SELECT 1'));
    const reply = raw.reply();
    await owner.query('SELECT 1'); // by now the other waits
    const canceller = new RawClient(database.engine!.socketDirectory);
    canceller.startUp(80877102, key.readInt32BE(0), key.readInt32BE(4));
    expect((await reply).bodies[0]).toContain('57014');
    await owner.query('COMMIT');
    owner.release();
    raw.send(queryMessage('SELECT 1'));
    expect((await raw.reply()).types).toBe('TDCZ');
    raw.close();
  });

  test('a notification never lands inside of a message, however long the reply', async () => {
    const raw = await connectRaw();
    raw.send(queryMessage('LISTEN long'));
    await raw.reply();
    raw.send(queryMessage(`NOTIFY long, 'x'; SELECT repeat('y', 700000), repeat('z', 600001)`));
    const { types } = await raw.reply();
    expect(types.replace('A', '')).toBe('CTDCZ');
    expect(types).toContain('A');
  });
});
