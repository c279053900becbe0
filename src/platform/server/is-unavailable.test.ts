import { expect, it } from 'vitest';
import { commonProblem } from '#platform/shared/problem.ts';
import { isUnavailable } from './is-unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('An error'), { code });

it.each([
  ['a connection that breaks under a statement', new Error('Connection terminated unexpectedly')],
  [
    'a statement on a connection that has broken',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a statement on a closed connection', new Error('Client was closed and is not queryable')],
  ['a socket whose server is gone', withCode('EPIPE')],
  ['a server that does not listen', withCode('ECONNREFUSED')],
  ['a server that starts up', withCode('57P03')],
  ['a server that became a replica', withCode('25006')],
  ['a lock that another transaction keeps', withCode('55P03')],
  ['a pooler without a server', withCode('08P01')],
  ['a machine that is gone', withCode('EHOSTUNREACH')],
  ['a container that is stopped', withCode('ENOTFOUND')],
  ['a statement without an answer', new Error('Query read timeout')],
])('is true for %s, wrapped or not', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(isUnavailable(new Error('Failed query', { cause: error }))).toBe(true);
});

it('is true for the product’s own problem', () => {
  expect(isUnavailable(commonProblem('service-unavailable'))).toBe(true);
});

it.each([
  ['a constraint', withCode('23505')],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['a problem that is no outage', commonProblem('not-found')],
  ['no error at all', undefined],
])('is false for %s', (_, error) => {
  expect(isUnavailable(error)).toBe(false);
});
