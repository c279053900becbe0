import { describe, expect, test } from 'vitest';
import { judgeStatement, splitStatements } from './statement-policy.ts';

describe('statements that would reach other connections', () => {
  test.each([
    `SET work_mem = '8MB'`,
    'set session work_mem to 1',
    `/* note */ SET TIME ZONE 'UTC'`,
    `-- note\nSET ROLE somebody`,
    `SELECT 1; SET work_mem = '8MB'`,
    'RESET ALL',
    `SELECT set_config('work_mem', '8MB', false)`,
    `SELECT set_config('work_mem', current_setting('work_mem'), FALSE)`,
    'DISCARD ALL',
    `LOAD 'auto_explain'`,
    'SELECT pg_advisory_lock(1)',
    'SELECT pg_try_advisory_lock (1, 2)',
    'SELECT pg_advisory_unlock_all()',
    'CREATE TEMP TABLE t (i int)',
    'create temporary view v as select 1',
    'CREATE LOCAL TEMPORARY TABLE t (i int)',
    'EXPLAIN ANALYZE CREATE TEMP TABLE t AS SELECT 1',
    'SELECT 1 INTO TEMP t',
    'CREATE TABLE pg_temp.t (i int)',
    'COPY notes FROM STDIN',
    'copy notes (id)\nfrom stdin with (format csv)',
    'PREPARE p AS SELECT 1',
    'DEALLOCATE ALL',
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    'UNLISTEN a; SELECT 1',
  ])('are refused: %s', (sql) => {
    expect(judgeStatement(sql).refusal).toMatch(/not supported/);
  });

  test.each([
    `SET LOCAL work_mem = '8MB'`,
    'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE',
    'SET CONSTRAINTS ALL DEFERRED',
    `UPDATE notes SET number = 1`,
    `INSERT INTO notes VALUES (1) ON CONFLICT DO UPDATE SET number = 2`,
    `SELECT set_config('work_mem', '8MB', true)`,
    'SELECT pg_advisory_xact_lock(1)',
    'SELECT pg_try_advisory_xact_lock(1)',
    `SELECT 'SET x = 1; DISCARD ALL; CREATE TEMP TABLE'`,
    `SELECT E'it\\'s; SET x = 1'`,
    `SELECT "set" FROM "t;SET x = 1"`,
    'SELECT 1 -- ; SET x = 1',
    'SELECT 1 /* ; SET /* nested */ x = 1 */',
    `CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql SET search_path = public AS $$ BEGIN; SET x = 1; END $$`,
    `DO $tag$ BEGIN EXECUTE 'x; RESET ALL'; END $tag$`,
    'ALTER TABLE notes ALTER number SET DEFAULT 1',
    'COPY notes TO STDOUT',
    "PREPARE TRANSACTION 'x'",
    'DECLARE c CURSOR FOR SELECT 1',
    `SELECT $1::text, a$b$c FROM t; UPDATE t SET a = 1`,
  ])('are told from harmless ones: %s', (sql) => {
    expect(judgeStatement(sql).refusal).toBeUndefined();
  });
});

test('channels are recognised as PostgreSQL folds them', () => {
  expect(judgeStatement('LISTEN Jobs')).toMatchObject({ listen: ['jobs'] });
  expect(judgeStatement('listen "Some ""Jobs"""; LISTEN b;')).toMatchObject({ listen: ['Some "Jobs"', 'b'] });
  expect(judgeStatement('UNLISTEN *')).toMatchObject({ unlisten: ['*'] });
  expect(judgeStatement('UNLISTEN jobs;')).toMatchObject({ unlisten: ['jobs'] });
});

test('what never ends is one statement', () => {
  expect(splitStatements(`SELECT 'open; SET x = 1`)).toHaveLength(1);
  expect(splitStatements('SELECT $a$ open; SET x')).toHaveLength(1);
  expect(splitStatements('SELECT /* open; SET x')).toHaveLength(1);
  expect(splitStatements(' ; ;; ')).toEqual([]);
});
