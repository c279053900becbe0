import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsDoor, openAccountsDoor, somebody } from '../../../../../tests/support/accounts-door.ts';

let door: AccountsDoor;
beforeEach(async () => {
  door = await openAccountsDoor();
});
afterEach(() => door.close());

const minute = 60_000;
const signIn = (body: object, options: { from?: string; headers?: Record<string, string> } = {}) =>
  door.ask('POST', '/api/auth/sign-in/email', { body, ...options });

describe('guessing', () => {
  const wrong = { email: somebody.email, password: 'a guess' };

  it('ends after ten wrong passwords for an account, whatever address they come from, and begins anew later', async () => {
    await door.signUp();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await signIn(wrong, { from: `10.0.0.${attempt}` })).statusCode).toBe(401);
    }
    door.clock.move(5 * minute);
    const refused = await signIn(somebody, { from: '10.0.1.1' });
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'too-many-requests',
      '600',
    ]);
    expect((await signIn({ ...wrong, email: 'another@northfield.edu' })).statusCode).toBe(401);
    door.clock.move(10 * minute);
    expect((await signIn(somebody)).statusCode).toBe(200);
  });

  it('is counted for e-mails that have no account too, or the limit would tell which ones do', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(wrong);
    expect((await signIn(wrong)).statusCode).toBe(429);
  });

  it('is forgiven by the right password', async () => {
    await door.signUp();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) expect((await signIn(wrong)).statusCode).toBe(401);
      expect((await signIn(somebody)).statusCode).toBe(200);
    }
  });

  it('leaves no e-mail and no address on the disk', async () => {
    await signIn(wrong, { from: '10.1.2.3' });
    const { rows } = await door.context.database.pool.query('select key from identity_attempts');
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    door.clock.move(20 * minute);
    await door.context.jobs.runNow('accounts-forget-expired');
    expect((await door.context.database.pool.query('select from identity_attempts')).rowCount).toBe(0);
  });
});

describe('a campus at once', () => {
  let busy: AccountsDoor;
  beforeEach(async () => {
    busy = await openAccountsDoor({ hashing: { atOnce: 1, waiting: 2, N: 16_384 } });
  });
  afterEach(() => busy.close());

  it('is hashed in turn, and told to come back beyond the bound', async () => {
    const people = Array.from({ length: 6 }, (_, index) => ({
      ...somebody,
      email: `student${index}@northfield.edu`,
    }));
    const answers = await Promise.all(
      people.map((body) => busy.ask('POST', '/api/auth/sign-up/email', { body })),
    );
    const refused = answers.filter((answer) => answer.statusCode === 503);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(3);
    expect(refused).toHaveLength(3);
    expect(refused[0]!.json().code).toBe('identity-busy');
    expect(refused[0]!.headers['retry-after']).toBe('2');
  });

  it('is not counted as guessing when it was never looked at', async () => {
    await busy.signUp();
    const attempt = () => busy.ask('POST', '/api/auth/sign-in/email', { body: somebody });
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 6 }, attempt));
    expect((await attempt()).statusCode).toBe(200);
  });
});
