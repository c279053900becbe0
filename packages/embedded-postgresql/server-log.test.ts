import { expect, test } from 'vitest';
import { ServerLogReader } from './server-log.ts';

function reader() {
  const lines: string[] = [];
  const write = (level: string) => (_fields: object, message: string) =>
    void lines.push(`${level} ${message}`);
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { lines, log: new ServerLogReader(log) };
}

test('lines are put together from chunks, and get a level by their severity', () => {
  const { lines, log } = reader();
  log.push('LOG:  database system is rea');
  log.push('dy to accept connections\nFATAL:  could not write\nPANIC:  stuck\n');
  expect(lines).toEqual([
    'debug PostgreSQL: database system is ready to accept connections',
    'warn PostgreSQL: could not write',
    'error PostgreSQL: stuck',
  ]);
  expect(log.failures).toBe('could not write\nstuck');
});

test('a crash is a warning; details, which may quote rows, are dropped', () => {
  const { lines, log } = reader();
  log.push('LOG:  server process (PID 12) was terminated by signal 9: Killed\n');
  log.push('DETAIL:  Failed process was running: SELECT secret\n\tFROM users\nSTATEMENT:  SELECT secret\n');
  expect(lines).toEqual(['warn PostgreSQL: server process (PID 12) was terminated by signal 9: Killed']);
});

test('damage that a statement meets is an error, other errors of statements are not logged', () => {
  const { lines, log } = reader();
  log.push('ERROR:  duplicate key value\nERROR:  invalid page in block 3 of relation base/5/1259\n');
  expect(lines).toEqual(['error PostgreSQL: invalid page in block 3 of relation base/5/1259']);
});

test('connections that a stop ends are no failures', () => {
  const { lines, log } = reader();
  log.push(
    'FATAL:  terminating connection due to administrator command\nFATAL:  the database system is starting up\n',
  );
  expect([lines, log.failures]).toEqual([[], '']);
});
