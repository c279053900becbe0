import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type TestAccounts,
  toCookieHeader,
  openTestAccounts,
  somebody,
} from '#tests/support/server/test-accounts.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';

describe('many sign-ins at once', () => {
  let busy: TestAccounts;
  let gate: HashingGate;
  beforeEach(async () => {
    gate = new HashingGate();
    busy = await openTestAccounts({ hashing: { atOnce: 1, waiting: 2, N: 16_384, derive: gate.derive } });
  });
  afterEach(() => {
    gate.open();
    return busy.close();
  });

  it('are hashed in turn, and refused beyond the limit', async () => {
    const people = Array.from({ length: 6 }, (_, index) => ({
      ...somebody,
      email: `student${index}@northfield.edu`,
    }));
    gate.close();
    const answered: unknown[] = [];
    const asked = people.map(async (body) => {
      const answer = await busy.ask('POST', '/api/auth/sign-up/email', { body });
      answered.push(answer);
      return answer;
    });
    // Hashing waits until all six have arrived: three are queued.
    await expect.poll(() => answered.length).toBe(3);
    gate.open();
    const answers = await Promise.all(asked);
    const refused = answers.filter((answer) => answer.statusCode === 503);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(3);
    expect(refused).toHaveLength(3);
    expect(refused[0]!.json().code).toBe('sign-in-busy');
    expect(refused[0]!.headers['retry-after']).toBe('2');
  });

  it('share the slots: three accounts that repeat sign-ins leave room for others', async () => {
    const wide = await openTestAccounts({ hashing: { derive: gate.derive } });
    const accounts = ['a', 'b', 'c'].map((name) => ({ ...somebody, email: `${name}@northfield.edu` }));
    for (const account of [...accounts, somebody]) await wide.signUp(account);
    gate.close();
    const signIn = (body: object) => wide.ask('POST', '/api/auth/sign-in/email', { body });
    let answered = 0;
    const flood = accounts.flatMap((body) =>
      Array.from({ length: 8 }, async () => {
        const { statusCode } = await signIn(body);
        answered += 1;
        return statusCode;
      }),
    );
    // Two are hashed, and two of each account wait.
    await expect.poll(() => answered).toBe(24 - 8);
    const person = signIn(somebody);
    expect((await signIn(accounts[0]!)).statusCode).toBe(503);
    gate.open();
    expect((await person).statusCode).toBe(200);
    const statuses = await Promise.all(flood);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    await wide.close();
  });

  it('leave a slot for another address and for a known device if one address fills the queue', async () => {
    const wide = await openTestAccounts({ hashing: { atOnce: 1, waiting: 3, derive: gate.derive } });
    const { cookie } = await wide.signUp();
    gate.close();
    let answered = 0;
    const flood = Array.from({ length: 12 }, async (_, index) => {
      const body = { email: `nobody${index}@northfield.edu`, password: 'a guess' };
      await wide.ask('POST', '/api/auth/sign-in/email', { body });
      answered += 1;
    });
    // One is hashed, and three wait.
    await expect.poll(() => answered).toBe(8);
    const body = { ...somebody, email: 'elsewhere@northfield.edu' };
    const known = wide.ask('POST', '/api/auth/sign-in/email', { body: somebody, cookie });
    const elsewhere = wide.ask('POST', '/api/auth/sign-up/email', { body, from: '10.0.0.2' });
    await expect.poll(() => answered).toBe(10);
    gate.open();
    expect([(await known).statusCode, (await elsewhere).statusCode]).toEqual([200, 200]);
    await Promise.all(flood);
    await wide.close();
  });

  it('from the known devices of one network leave a slot for a known device elsewhere', async () => {
    const wide = await openTestAccounts({ hashing: { atOnce: 1, waiting: 3, derive: gate.derive } });
    const robots = Array.from({ length: 6 }, (_, index) => ({
      ...somebody,
      email: `robot${index}@northfield.edu`,
    }));
    const cookies: string[] = [];
    for (const robot of robots) cookies.push((await wide.signUp(robot, '10.0.0.9')).cookie);
    const { cookie } = await wide.signUp();
    gate.close();
    let answered = 0;
    const flood = robots.map(async (body, index) => {
      const from = '10.0.0.9';
      await wide.ask('POST', '/api/auth/sign-in/email', { body, cookie: cookies[index]!, from });
      answered += 1;
    });
    // One is hashed, and three wait.
    await expect.poll(() => answered).toBe(2);
    const known = wide.ask('POST', '/api/auth/sign-in/email', { body: somebody, cookie });
    await expect.poll(() => answered).toBe(3);
    gate.open();
    expect((await known).statusCode).toBe(200);
    await Promise.all(flood);
    await wide.close();
  });

  it('of one account leave a slot for a device that it knows', async () => {
    const wide = await openTestAccounts({ hashing: { derive: gate.derive } });
    const { cookie } = await wide.signUp();
    gate.close();
    const guesses = Array.from({ length: 4 }, (_, index) =>
      wide.ask('POST', '/api/auth/sign-in/email', {
        body: { ...somebody, password: 'a guess' },
        from: `10.0.${index}.1`,
      }),
    );
    await expect.poll(() => gate.held).toBe(1);
    const known = wide.ask('POST', '/api/auth/sign-in/email', { body: somebody, cookie });
    await expect.poll(() => gate.held).toBe(2);
    gate.open();
    expect((await known).statusCode).toBe(200);
    await Promise.all(guesses);
    await wide.close();
  });

  it('do not count as attempts if they were refused by the queue', async () => {
    await busy.signUp();
    const attempt = () => busy.ask('POST', '/api/auth/sign-in/email', { body: somebody });
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 6 }, attempt));
    expect((await attempt()).statusCode).toBe(200);
  });
});

describe('a successful sign-in', () => {
  const minute = 60_000;
  let accounts: TestAccounts;
  beforeEach(async () => {
    accounts = await openTestAccounts();
  });
  afterEach(() => accounts.close());
  const signIn = (options: { from?: string; cookie?: string } = {}) =>
    accounts.ask('POST', '/api/auth/sign-in/email', { body: somebody, ...options });

  it('has a generous limit as well, because each costs a hash', async () => {
    const { cookie } = await accounts.signUp();
    for (let time = 0; time < 30; time += 1) expect((await signIn({ cookie })).statusCode).toBe(200);
    expect((await signIn({ cookie })).statusCode).toBe(429);
    expect((await signIn({ from: '10.0.0.2' })).statusCode).toBe(429);
    accounts.clock.advance(15 * minute);
    expect((await signIn()).statusCode).toBe(200);
  });

  it('keeps the newest twenty sessions of a user', async () => {
    const other = await accounts.signUp({ email: 'other@northfield.edu' });
    const cookies = [(await accounts.signUp()).cookie];
    for (let time = 0; time < 20; time += 1) {
      accounts.clock.advance(1_000);
      cookies.push(toCookieHeader(await signIn()));
    }
    const token = async (cookie: string) =>
      (await accounts.ask('GET', '/api/auth/token', { cookie })).statusCode;
    expect(await token(cookies[0]!)).toBe(401);
    expect(await Promise.all(cookies.slice(1).map(token))).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await token(other.cookie)).toBe(200);
  });
});
