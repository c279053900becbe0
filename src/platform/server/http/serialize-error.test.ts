import { expect, it } from 'vitest';
import { serializeError } from './serialize-error.ts';

it('omits the values of a failed statement, wherever they are', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(maya@x.example)',
  });
  const error = new Error('Failed query: insert into messages values ($1)\nparams: a private word,2', {
    cause,
  });
  const logged = serializeError(error);
  expect(JSON.stringify(logged)).not.toMatch(/private word|maya@x/);
  expect(logged).toMatchObject({ message: expect.stringContaining('insert into'), cause: { code: '23505' } });
  expect(logged.stack).toContain('at ');
});

it('describes values that are not errors', () => {
  expect(serializeError('a secret')).toEqual({ type: 'string', message: 'thrown, but no error', stack: '' });
  expect(serializeError({ message: 'the queue failed' })).toMatchObject({ message: 'the queue failed' });
});
