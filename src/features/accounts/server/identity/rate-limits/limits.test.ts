import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { deviceCookie, outcome, student, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';
import { identityRateLimits } from '../../table.ts';
import { attemptLimits, attemptsAt } from './attempt-limits.ts';
import { AttemptCounter } from './limit-attempts.ts';

const accounts = setUpTestAccounts();

type Options = { from?: string; cookie?: string };
type Person = Partial<typeof student>;
const signIn = async (person: Person, options: Options = {}) =>
  (await accounts.signIn(person, options)).statusCode;
const signUp = (person: Person, options: Options = {}) =>
  accounts.post('sign-up/email', { ...student, ...person }, options);
/** Status and seconds until the next attempt. */
const refusal = ({ statusCode, headers }: Awaited<ReturnType<typeof signUp>>) => [
  statusCode,
  headers['retry-after'],
];

const wrong = { password: 'a guess' };

/** Sends wrong passwords for Maya's account, one after the other. Each must have been compared. */
async function fail(times: number, options: Options | ((time: number) => Options) = {}): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect(await signIn(wrong, typeof options === 'function' ? options(time) : options)).toBe(401);
}

describe('wrong passwords', () => {
  it('are limited to ten for an account from one address, until the window ends', async () => {
    await accounts.signUp();
    await fail(10, { from: '10.0.0.1' });
    accounts.clock.advance(5 * MINUTE_MS);
    const refused = await accounts.signIn({}, { from: '10.0.0.1' });
    expect(outcome(refused)).toEqual([429, 'too-many-requests']);
    expect(refused.headers['retry-after']).toBe('600');
    expect(await signIn({ ...wrong, email: 'another@northfield.edu' }, { from: '10.0.0.1' })).toBe(401);
    accounts.clock.advance(10 * MINUTE_MS);
    expect(await signIn({}, { from: '10.0.0.1' })).toBe(200);
  });

  it('do not lock the account for other addresses', async () => {
    await accounts.signUp();
    await fail(10, { from: '10.0.0.1' });
    // Refused attempts do not count for the limit of the account.
    for (let time = 0; time < 120; time += 1) expect(await signIn(wrong, { from: '10.0.0.1' })).toBe(429);
    expect(await signIn({}, { from: '10.0.0.2' })).toBe(200);
  });

  it('count for the network of an address', async () => {
    await accounts.signUp();
    await fail(10, (time) => ({ from: `2001:db8:0:7:${time}::1` }));
    expect(await signIn({}, { from: '2001:db8:0:7:ffff::1' })).toBe(429);
    expect(await signIn({}, { from: '2001:db8::8:0:0:0:1' })).toBe(200);
  });

  it('count for the larger networks around it: a /56 makes 40, a /48 half of what the account has', async () => {
    await accounts.signUp();
    await fail(40, (time) => ({ from: `2001:db8:0:${(0x100 + time).toString(16)}::1` }));
    expect(await signIn({}, { from: '2001:db8:0:1ff::1' })).toBe(429);
    await fail(10, (time) => ({ from: `2001:db8:0:${(0x200 + time).toString(16)}::1` }));
    expect(await signIn({}, { from: '2001:db8:0:300::1' })).toBe(429);
    expect(await signIn({}, { from: '2001:db8:1::1' })).toBe(200);
  });

  it('slow the account down to one attempt a minute after a hundred within the hour', async () => {
    await accounts.signUp();
    await fail(101, (time) => ({ from: `10.0.1.${time}` }));
    expect(refusal(await accounts.signIn({}, { from: '10.0.0.2' }))).toEqual([429, '60']);
    accounts.clock.advance(MINUTE_MS);
    expect(await signIn({}, { from: '10.0.0.2' })).toBe(200);
  });

  it('count for emails without an account, so that the limit does not tell which have one', async () => {
    await fail(10);
    expect(await signIn(wrong)).toBe(429);
  });

  it('are deleted by the correct password', async () => {
    await accounts.signUp();
    for (let round = 0; round < 2; round += 1) {
      await fail(9);
      expect(await signIn({})).toBe(200);
    }
  });

  it('leave no email and no address in the database', async () => {
    await signIn(wrong, { from: '10.1.2.3' });
    const { rows } = await accounts.query('select key from identity_rate_limits');
    expect(rows).toHaveLength(3);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    accounts.clock.advance(61 * MINUTE_MS);
    await accounts.context.jobs.runNow('purge-expired-identities');
    expect((await accounts.query('select from identity_rate_limits')).rowCount).toBe(0);
  });
});

describe('a known device', () => {
  it('can sign in, after any attempts of others from the same or any address', async () => {
    const device = deviceCookie((await accounts.signUp()).cookie);
    await fail(10);
    await fail(90, (time) => ({ from: `10.0.1.${time}` }));
    expect(await signIn({})).toBe(429);
    expect(await signIn({}, { cookie: device })).toBe(200);
  });

  it('has its own limit of ten wrong passwords', async () => {
    const device = deviceCookie((await accounts.signUp()).cookie);
    await fail(10, { cookie: device });
    expect(await signIn({}, { cookie: device })).toBe(429);
    const elsewhere = await accounts.signIn();
    expect(await signIn({}, { cookie: deviceCookie(elsewhere) })).toBe(200);
  });

  it('is known to each of its accounts, and to no other', async () => {
    await accounts.signUp();
    const other = { ...student, email: 'other@northfield.edu' };
    const first = deviceCookie((await accounts.signUp(other)).cookie);
    await fail(10);
    expect(await signIn({}, { cookie: first })).toBe(429);
    const both = deviceCookie(await accounts.signIn({}, { cookie: first, from: '10.0.0.2' }));
    expect(await signIn({}, { cookie: both })).toBe(200);
    for (let time = 0; time < 10; time += 1) await signIn({ ...wrong, email: other.email });
    expect(await signIn(other)).toBe(429);
    expect(await signIn(other, { cookie: both })).toBe(200);
  });

  it('is known by our signature alone, for half a year', async () => {
    const device = deviceCookie((await accounts.signUp()).cookie);
    await fail(10);
    const [id, until, signature] = device.split('=')[1]!.split('.');
    for (const forged of [
      `${id}.zzzzzzzz.${signature}`,
      `${'x'.repeat(16)}.${until}.${signature}`,
      '~',
      '',
    ]) {
      const status = await signIn({}, { cookie: `bookswap.known_device=${forged}` });
      expect([forged, status]).toEqual([forged, 429]);
    }
    accounts.clock.advance(181 * 24 * 60 * MINUTE_MS);
    await fail(10);
    expect(await signIn({}, { cookie: device })).toBe(429);
  });

  it('has a cookie of bounded size that scripts cannot read', async () => {
    let cookie: string | undefined;
    for (let time = 0; time < 12; time += 1) {
      const answer = await signUp({ email: `m${time}@northfield.edu` }, { ...(cookie && { cookie }) });
      cookie = deviceCookie(answer);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^bookswap\.session_token=/),
        expect.stringMatching(
          /^bookswap\.known_device=[\w.~-]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
        ),
        expect.stringMatching(/^bookswap\.signed_in=1;/),
      ]);
    }
    expect(cookie!.split('~')).toHaveLength(8);
    expect(cookie!.length).toBeLessThan(700);
  });
});

describe('a campus behind one address', () => {
  const from = '192.0.2.1';

  /** Counts the attempts of a robot with one email after the other, without hashing. */
  async function useUp(limits: typeof attemptsAt.signIn | typeof attemptsAt.signUp): Promise<void> {
    const attempts = new AttemptCounter(accounts.context);
    for (let index = 0; index < 300; index += 1)
      await attempts.begin(limits, { email: `robot${index}@x.example`, ip: from });
  }

  it('can still sign in after a robot has used up the limit of the address', async () => {
    const { cookie } = await accounts.signUp({ email: 'known@northfield.edu' });
    await accounts.signUp();
    await useUp(attemptsAt.signIn);
    expect(await signIn({ email: 'known@northfield.edu' }, { from, cookie })).toBe(200);
    expect(await signIn({}, { from })).toBe(200);
    // The robot is as slow.
    await fail(3, { from });
    expect(await signIn(wrong, { from })).toBe(429);
  });

  it('is slow for each account after three hundred successful sign-ins, known devices or not', async () => {
    const { cookie } = await accounts.signUp();
    const attempts = new AttemptCounter(accounts.context);
    for (let index = 0; index < 300; index += 1)
      await attempts.record(attemptsAt.signedIn, { email: `robot${index}@x.example`, ip: from });
    for (let time = 0; time < 3; time += 1) expect(await signIn({}, { from, cookie })).toBe(200);
    expect(await signIn({}, { from, cookie })).toBe(429);
    expect(await signIn({}, { from: '10.0.0.2', cookie })).toBe(200);
  });

  it('can still sign up then, slowly', async () => {
    await useUp(attemptsAt.signUp);
    const person = (index: number) => signUp({ email: `person${index}@northfield.edu` }, { from });
    for (let index = 0; index < 3; index += 1) expect((await person(index)).statusCode).toBe(200);
    expect(refusal(await person(3))).toEqual([429, '60']);
    accounts.clock.advance(MINUTE_MS);
    expect((await person(3)).statusCode).toBe(200);
  });

  it('does not prevent a sign-up from another address with the same email', async () => {
    for (let time = 0; time < 11; time += 1) await signUp({}, { from });
    expect((await signUp({}, { from })).statusCode).toBe(429);
    expect((await signUp({}, { from: '10.0.0.2' })).json().code).toBe('email-taken');
  });
});

describe('the accounts of one network', () => {
  const rows = () => accounts.context.database.orm.update(identityRateLimits);
  it('are limited for a day; others sign up', async () => {
    for (let time = 0; time < 2; time += 1) {
      const email = `robot${time}@northfield.edu`;
      await accounts.signUp({ email }, `2001:db8:0:${time}::1`);
    }
    // The widest network has signed up twice, and may a thousand times.
    await rows().set({ attempts: 1_000 }).where(eq(identityRateLimits.attempts, 2));
    accounts.clock.advance(2 * HOUR_MS);
    const refused = await signUp({ email: 'robot3@northfield.edu' }, { from: '2001:db8:0:7::1' });
    expect(refusal(refused)).toEqual([429, `${22 * 60 * 60}`]);
    await accounts.signUp({ email: 'b@northfield.edu' }, '2001:db8:1::1');
    accounts.clock.advance(22 * HOUR_MS);
    await accounts.signUp({ email: 'robot4@northfield.edu' }, '2001:db8:0:7::1');
  });
});

it('are stored under the names of the version before, none of them twice', () => {
  const stored = Object.entries(attemptLimits).map(([name, { storedName = name }]) => storedName);
  expect(new Set(stored).size).toBe(stored.length);
  const former = ['guessesOfDevices', 'resetsOfDevices', 'resetsOfMailbox', 'resetsOfMailboxInAll'];
  expect(stored).toEqual(expect.arrayContaining(former));
  const { resetsOfSpelling, resetsOfMailbox } = attemptLimits;
  expect([resetsOfSpelling, resetsOfMailbox].map(({ storedName }) => storedName)).toEqual(former.slice(2));
});
