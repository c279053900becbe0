import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as readline from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseInUseError, openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { keptLog } from '../../../../tests/support/kept-log.ts';

const WRITER = path.join(import.meta.dirname, '../../../../tests/support/writing-process.ts');
const KILLS = 2;
const MODE = 0o777;

describe.skipIf(process.env.TEST_ENGINE === 'postgres')(
  'the embedded database on disk',
  { timeout: 60_000 },
  () => {
    let dataDir: string;
    let database: Database | undefined;
    const log = keptLog();
    const directory = () => path.join(dataDir, 'database');

    async function open(where = dataDir): Promise<Database> {
      database = await openDatabase({ dataDir: where, log });
      return database;
    }

    beforeAll(async () => {
      dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bookswap-durable-'));
      // Half a cluster, as a start that was interrupted leaves it.
      fs.mkdirSync(path.join(directory(), 'cluster-initialising-old'), { recursive: true });
      await open();
      await database!.pool.query('CREATE TABLE written (round int, number int, PRIMARY KEY (round, number))');
      await database!.close();
    }, 60_000);
    afterEach(() => database?.close());
    afterAll(() => fs.rmSync(dataDir, { recursive: true }));

    const numbers = async (round: number): Promise<Set<number>> => {
      const { rows } = await database!.pool.query('SELECT number FROM written WHERE round = $1', [round]);
      return new Set(rows.map(({ number }) => number as number));
    };

    /** Starts a process that writes, and gives what it was acknowledged until `enough`. */
    async function writeInProcess(round: number, enough: number, interfere: (pid: number) => Promise<void>) {
      const child = spawn(process.execPath, [WRITER, dataDir, String(round)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged: number[] = [];
      const ended = once(child, 'close');
      for await (const line of readline.createInterface({ input: child.stdout })) {
        acknowledged.push(Number(line));
        if (acknowledged.length !== enough) continue;
        await interfere(child.pid!);
        child.kill('SIGKILL');
      }
      await ended;
      return acknowledged;
    }

    test('belongs to its owner alone, and leaves nothing half made', async () => {
      await open();
      expect(fs.readdirSync(directory()).sort()).toEqual(['.s.PGSQL.5432', 'cluster', 'lock', 'lock-owner']);
      expect(fs.statSync(directory()).mode & MODE).toBe(0o700);
      expect(fs.statSync(path.join(directory(), 'cluster')).mode & MODE).toBe(0o700);
      expect(fs.statSync(path.join(directory(), '.s.PGSQL.5432')).mode & MODE).toBe(0o600);
    });

    test('every commit waits for the disk', async () => {
      const { pool, engine } = await open();
      const before = (await engine!.request('fsync-count')) as number;
      for (let number = 0; number < 20; number += 1)
        await pool.query('INSERT INTO written VALUES (-1, $1)', [number]);
      expect((await engine!.request('fsync-count')) as number).toBeGreaterThanOrEqual(before + 20);
    });

    test('is shut down in order', async () => {
      await open();
      await database!.close();
      await open();
      const { rows } = await database!.pool.query(
        'SELECT redo_lsn = checkpoint_lsn AS clean FROM pg_control_checkpoint()',
      );
      expect(rows).toEqual([{ clean: true }]);
    });

    test('a second process is refused, with the reason and exit code 73', async () => {
      await open();
      const child = spawn(process.execPath, [WRITER, dataDir, '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
      let message = '';
      child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()));
      expect(await once(child, 'close')).toEqual([73, null]);
      expect(message).toMatch(
        `Another BookSwap process (process ${process.pid}) has the database in ${directory()} open`,
      );
      const again = openDatabase({ dataDir, log, limits: { lockRetry: 0 } });
      await expect(again).rejects.toBeInstanceOf(DatabaseInUseError);
    });

    test('a process that waits takes over when the first ends', async () => {
      const first = await open();
      const second = openDatabase({ dataDir, log });
      await first.close();
      database = await second;
      await database.ping();
    });

    test(`kill -9 of the process while it writes loses nothing acknowledged (${KILLS} times)`, async () => {
      for (let round = 1; round <= KILLS; round += 1) {
        const acknowledged = await writeInProcess(round, 70 * round, async () => {
          // While the process lives, nobody else may write.
          await expect(openDatabase({ dataDir, log, limits: { lockRetry: 0 } })).rejects.toThrow(
            /Another BookSwap/,
          );
        });
        expect(acknowledged.length).toBeGreaterThanOrEqual(70 * round);
        expect(fs.existsSync(path.join(directory(), '.s.PGSQL.5432'))).toBe(true);
        await open();
        const kept = await numbers(round);
        expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
        await database!.close();
      }
    });

    test('the end of the engine’s thread while it is written loses nothing acknowledged', async () => {
      const { pool, engine } = await open();
      const acknowledged: number[] = [];
      let next = 0;
      const ends = new Set([40, 90]);
      const write = async () => {
        while (acknowledged.length < 150) {
          const number = next++;
          try {
            await pool.query('INSERT INTO written VALUES (1000, $1)', [number]);
          } catch {
            continue; // it may have been written or not: nobody was told
          }
          acknowledged.push(number);
          if (ends.delete(acknowledged.length)) await engine!.terminate();
        }
      };
      await Promise.all([write(), write(), write(), write()]);
      expect(engine!.restartCount).toBe(2);
      const kept = await numbers(1000);
      expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
      expect(log.messages).toContain('The database engine is back');
    });

    test('an engine that breaks inside is replaced, with its last words in the log', async () => {
      const { pool } = await open();
      const wal = path.join(directory(), 'cluster/pg_wal');
      fs.renameSync(wal, `${wal}-away`);
      // The log cannot go on in another file.
      await expect(pool.query('SELECT pg_switch_wal(); CREATE TABLE lost (i int)')).rejects.toThrow(
        /terminated/,
      );
      fs.renameSync(`${wal}-away`, wal);
      expect((await pool.query(`SELECT to_regclass('lost') AS it`)).rows).toEqual([{ it: null }]);
      expect(log.fields).toContainEqual(
        expect.objectContaining({ reason: expect.stringContaining('PANIC') }),
      );
    });

    test('is looked after while nobody uses it', async () => {
      const { pool, engine } = await open();
      await pool.query('CREATE TABLE churn AS SELECT i FROM generate_series(1, 1000) i');
      await pool.query('UPDATE churn SET i = i + 1');
      await engine!.request('upkeep');
      const { rows } = await pool.query(
        `SELECT n_dead_tup AS dead, last_vacuum IS NOT NULL AS vacuumed, last_analyze IS NOT NULL AS analyzed
       FROM pg_stat_user_tables WHERE relname = 'churn'`,
      );
      expect(rows).toEqual([{ dead: 0, vacuumed: true, analyzed: true }]);
    });

    test('a long path has its socket in a private temporary directory, which does not stay behind', async () => {
      const long = path.join(dataDir, 'x'.repeat(100));
      fs.mkdirSync(long);
      fs.renameSync(directory(), path.join(long, 'database'));
      try {
        const left = fs.mkdtempSync(path.join(os.tmpdir(), 'bookswap-database-'));
        fs.writeFileSync(path.join(long, 'database/socket-directory'), left);
        const { engine } = await open(long);
        expect(fs.existsSync(left)).toBe(false);
        expect(fs.statSync(engine!.socketDirectory).mode & MODE).toBe(0o700);
        await database!.ping();
        await database!.close();
        expect(fs.existsSync(engine!.socketDirectory)).toBe(false);
        expect(fs.existsSync(path.join(long, 'database/socket-directory'))).toBe(false);
      } finally {
        fs.renameSync(path.join(long, 'database'), directory());
      }
    });
  },
);
