import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openTestAccounts,
  student,
  sortedStatuses,
  type TestAccounts,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';

describe('many sign-ins at once', () => {
  let busy: TestAccounts;
  let gate: HashingGate;
  beforeEach(async () => {
    gate = new HashingGate();
    busy = await openTestAccounts({
      passwordQueue: { running: 1, waiting: 2 },
      hashing: { N: 16_384, derive: gate.derive },
    });
  });
  afterEach(() => {
    gate.open();
    return busy.close();
  });

  it('are hashed in turn, and refused beyond the limit', async () => {
    const people = Array.from({ length: 6 }, (_, index) => ({
      ...student,
      email: `student${index}@northfield.edu`,
    }));
    gate.close();
    const answered: unknown[] = [];
    const asked = people.map(async (body) => {
      const answer = await busy.post('sign-up/email', body);
      answered.push(answer);
      return answer;
    });
    // Hashing waits until all six have arrived: three are queued.
    await expect.poll(() => answered.length).toBe(3);
    gate.open();
    const answers = await Promise.all(asked);
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 503, 503, 503]);
    const refused = answers.find(({ statusCode }) => statusCode === 503)!;
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['sign-in-busy', '2']);
  });

  it('are refused before anything else is done for them once the queue is full', async () => {
    const signUp = (name: string) =>
      busy.post('sign-up/email', { ...student, email: `${name}@northfield.edu` });
    gate.close();
    let answered = 0;
    const first = ['a', 'b', 'c', 'd'].map(async (name) => {
      const { statusCode } = await signUp(name);
      answered += 1;
      return { statusCode };
    });
    // One is hashed, and two wait.
    await expect.poll(() => answered).toBe(1);
    const { database } = busy.context;
    const transactions = vi.spyOn(database, 'transaction');
    const statements = vi.spyOn(database.pool, 'query');
    const refused = await signUp('e');
    expect([refused.statusCode, statements.mock.calls]).toEqual([503, []]);
    const { statusCode } = await busy.signIn({ email: 'f@northfield.edu' });
    const texts = statements.mock.calls.map(
      ([query]: unknown[]) => (query as { text?: string }).text ?? query,
    );
    expect([statusCode, texts.filter((text) => !/^\s*select /i.test(String(text)))]).toEqual([503, []]);
    expect(transactions).not.toHaveBeenCalled();
    gate.open();
    expect(sortedStatuses(await Promise.all(first))).toEqual([200, 200, 200, 503]);
  });

  it('share the slots: three accounts that repeat sign-ins leave room for others', async () => {
    const wide = await openTestAccounts({ hashing: { derive: gate.derive } });
    const accounts = ['a', 'b', 'c'].map((name) => ({ ...student, email: `${name}@northfield.edu` }));
    for (const account of [...accounts, student]) await wide.signUp(account);
    gate.close();
    let answered = 0;
    const flood = accounts.flatMap((body) =>
      Array.from({ length: 8 }, async () => {
        const { statusCode } = await wide.signIn(body);
        answered += 1;
        return statusCode;
      }),
    );
    // Two are hashed, and two of each account wait.
    await expect.poll(() => answered).toBe(24 - 8);
    const person = wide.signIn();
    expect((await wide.signIn(accounts[0])).statusCode).toBe(503);
    gate.open();
    expect((await person).statusCode).toBe(200);
    const statuses = await Promise.all(flood);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    await wide.close();
  });

  it('leave a slot for another address and for a known device if one address fills the queue', async () => {
    const wide = await openTestAccounts({
      passwordQueue: { running: 1, waiting: 3 },
      hashing: { derive: gate.derive },
    });
    const { cookie } = await wide.signUp();
    gate.close();
    let answered = 0;
    const flood = Array.from({ length: 12 }, async (_, index) => {
      await wide.signIn({ email: `nobody${index}@northfield.edu` });
      answered += 1;
    });
    // One is hashed, and three wait.
    await expect.poll(() => answered).toBe(8);
    const body = { ...student, email: 'elsewhere@northfield.edu' };
    const known = wide.signIn({}, { cookie });
    const elsewhere = wide.post('sign-up/email', body, { from: '10.0.0.2' });
    await expect.poll(() => answered).toBe(10);
    gate.open();
    expect([(await known).statusCode, (await elsewhere).statusCode]).toEqual([200, 200]);
    await Promise.all(flood);
    await wide.close();
  });

  it('from the known devices of one network leave a slot for a known device elsewhere', async () => {
    const wide = await openTestAccounts({
      passwordQueue: { running: 1, waiting: 3 },
      hashing: { derive: gate.derive },
    });
    const robots = Array.from({ length: 6 }, (_, index) => ({
      ...student,
      email: `robot${index}@northfield.edu`,
    }));
    const cookies: string[] = [];
    for (const robot of robots) cookies.push((await wide.signUp(robot, '10.0.0.9')).cookie);
    const { cookie } = await wide.signUp();
    gate.close();
    let answered = 0;
    const flood = robots.map(async (body, index) => {
      await wide.signIn(body, { cookie: cookies[index]!, from: '10.0.0.9' });
      answered += 1;
    });
    // One is hashed, and three wait.
    await expect.poll(() => answered).toBe(2);
    const known = wide.signIn({}, { cookie });
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
      wide.signIn({ password: 'a guess' }, { from: `10.0.${index}.1` }),
    );
    await expect.poll(() => gate.held).toBe(1);
    const known = wide.signIn({}, { cookie });
    await expect.poll(() => gate.held).toBe(2);
    gate.open();
    expect((await known).statusCode).toBe(200);
    await Promise.all(guesses);
    await wide.close();
  });

  it('do not count as attempts if they were refused by the queue', async () => {
    await busy.signUp();
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 6 }, () => busy.signIn()));
    expect((await busy.signIn()).statusCode).toBe(200);
  });
});

describe('a successful sign-in', () => {
  const minute = 60_000;
  const accounts = setUpTestAccounts();
  const signIn = (options: { from?: string; cookie?: string } = {}) => accounts.signIn({}, options);

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
    const tokenStatus = (cookie: string) => accounts.tokenStatus(cookie);
    expect(await tokenStatus(cookies[0]!)).toBe(401);
    expect(new Set(await Promise.all(cookies.slice(1).map(tokenStatus)))).toEqual(new Set([200]));
    expect(await tokenStatus(other.cookie)).toBe(200);
  });
});
