import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { attemptLimits, attemptsAt } from '../rate-limits/attempt-limits.ts';
import {
  outcome,
  student,
  sortedStatuses,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts({ adminEmails: [student.email] });
const sync = async (token: string) => (await accounts.sync(token)).json();
const verify = async (token: string, link: string) => {
  return outcome(await accounts.post('verify-email', { token: link }, { token }));
};
const signIn = (password: string) => accounts.signIn({ password });
/** The token in the newest email, which must be of this kind. */
const mailedToken = (page: 'verify-email' | 'reset-password') => {
  expect(accounts.mailed.at(-1)!.text).toContain(`http://127.0.0.1:3000/${page}?token=`);
  return accounts.mailedToken();
};

describe('a verification email', () => {
  it('is sent at sign-up, and verifies the email at once, also for older tokens', async () => {
    const { token } = await accounts.signUp();
    expect(accounts.mailed).toHaveLength(1);
    expect(accounts.mailed[0]).toMatchObject({
      to: student.email,
      subject: 'Confirm your email for BookSwap',
    });
    const before = await sync(token);
    expect(before).toMatchObject({ emailVerified: false, isAdmin: false });
    accounts.changed.length = 0;
    expect(await verify(token, mailedToken('verify-email'))).toEqual([200, undefined]);
    expect(accounts.changed).toEqual([before.id]);
    // The token is older, and does not undo the verification.
    for (let time = 0; time < 2; time += 1)
      expect(await sync(token)).toMatchObject({ emailVerified: true, isAdmin: true });
  });

  it('can be opened twice, for a day', async () => {
    const { cookie } = await accounts.signUp();
    const link = mailedToken('verify-email');
    accounts.clock.advance(24 * HOUR_MS - 1000);
    const token = await accounts.tokenOf(cookie);
    expect(await verify(token, link)).toEqual([200, undefined]);
    expect(await verify(token, link)).toEqual([200, undefined]);
    accounts.clock.advance(1000);
    expect(await verify(token, link)).toEqual([400, 'link-expired']);
  });

  it('does not verify the account of another user', async () => {
    // The boss has received the email for an account that a stranger created with the boss’s address.
    const squatter = await accounts.signUp();
    const link = mailedToken('verify-email');
    const boss = await accounts.signUp({ email: 'boss@northfield.edu' });
    expect((await accounts.post('verify-email', { token: link })).json().code).toBe('sign-in-required');
    expect(await verify(boss.token, link)).toEqual([403, 'link-for-other-account']);
    for (const { token } of [squatter, boss])
      expect(await sync(token)).toMatchObject({ emailVerified: false, isAdmin: false });
  });

  it('has a token for this purpose alone, of which only the hash is stored', async () => {
    await accounts.signUp();
    const token = mailedToken('verify-email');
    const answer = await accounts.post('reset-password', { token, newPassword: 'another horse' });
    expect(answer.json().code).toBe('link-expired');
    const { rows } = await accounts.query('select * from identity_email_tokens');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('counts for the limit of fifteen emails an hour to one address', async () => {
    const signUp = async (from: string) => {
      await accounts.signUp({}, from);
      await accounts.query('delete from identity_users');
    };
    for (let time = 0; time < 18; time += 1) await signUp(`10.0.0.${time % 2}`);
    // Each network has one more beyond the limit.
    expect(accounts.mailed).toHaveLength(17);
    // The owner of a /48 has one, and all together have sixty.
    for (const from of ['2001:db8:1:2::1', '2001:db8:1:3::1']) await signUp(from);
    expect(accounts.mailed).toHaveLength(18);
    for (let time = 0; time < 45; time += 1) await signUp(`10.0.2.${time}`);
    expect(accounts.mailed).toHaveLength(60);
    accounts.clock.advance(HOUR_MS);
    await signUp('10.0.0.1');
    expect(accounts.mailed).toHaveLength(61);
  });

  it.each([
    ['plus-addresses', (at: number) => `maya.ross+${at}@northfield.edu`],
    [
      'dots of Gmail',
      (at: number) => `${'mayarosslin'.slice(0, at + 1)}.${'mayarosslin'.slice(at + 1)}+x@gmail.com`,
    ],
  ])('counts for the limit of one mailbox, for all of its %s', async (_name, spell) => {
    const spellings = Array.from({ length: 10 }, (_one, at) => spell(at));
    for (const email of spellings) await accounts.signUp({ email });
    await accounts.query('delete from identity_users');
    for (const email of spellings) await accounts.signUp({ email });
    // The last is what each network has beyond the fifteen of an hour.
    expect(accounts.mailed).toHaveLength(16);
    accounts.mailed.length = 0;
    for (let network = 0; network < 3; network += 1)
      for (const email of spellings)
        for (let time = 0; time < 3; time += 1)
          await accounts.post('forgot-password', { email }, { from: `10.0.${network}.1` });
    expect(accounts.mailed).toHaveLength(60);
  });

  it.each([
    ['without accounts', 20, false],
    ['with accounts', 6, true],
  ])(
    'leaves links for an account whose spelling is one of many, the others %s',
    async (_name, count, areAccounts) => {
      const own = 'maya.ross+books@northfield.edu';
      const others = Array.from({ length: count }, (_one, at) => `maya.ross+${at}@northfield.edu`);
      for (const email of [...(areAccounts ? others : []), own]) await accounts.signUp({ email });
      for (let network = 0; network < 3; network += 1)
        for (const email of others)
          for (let time = 0; time < 5; time += 1)
            await accounts.post('forgot-password', { email }, { from: `10.0.${network}.1` });
      accounts.mailed.length = 0;
      await accounts.post('forgot-password', { email: own }, { from: '10.0.9.1' });
      expect(accounts.mailed.map(({ to }) => to)).toEqual([own]);
    },
  );

  it.each([
    ['unverified accounts', false],
    ['verified accounts', true],
  ])(
    'counts for the limit of one mailbox, for more spellings than it has links: %s',
    async (_name, verified) => {
      const spellings = Array.from({ length: 70 }, (_one, at) => `maya.ross+${at}@northfield.edu`);
      for (const email of spellings) await accounts.signUp({ email });
      if (verified) await accounts.verifyEmails();
      accounts.mailed.length = 0;
      for (const [at, email] of spellings.entries())
        expect((await accounts.post('forgot-password', { email }, { from: `10.0.${at}.1` })).statusCode).toBe(
          202,
        );
      expect(accounts.mailed).toHaveLength(60);
      // These may belong to strangers, so they use up nothing of the owner's.
      if (verified) return;
      await accounts.signUp();
      accounts.mailed.length = 0;
      await accounts.post('forgot-password', { email: student.email }, { from: '10.1.0.1' });
      expect(accounts.mailed.map(({ to }) => to)).toEqual([student.email]);
    },
  );

  it('counts by mailbox wherever a link is emailed', () => {
    const { signUpMail, claimMail, ownMail } = attemptsAt;
    for (const names of [signUpMail, claimMail, ownMail])
      expect(names.flatMap((name): string[] => attemptLimits[name].by.slice())).toContain('mailbox');
  });

  it('can be requested again a few times an hour, until the email is verified', async () => {
    const { token } = await accounts.signUp();
    const again = () => accounts.post('send-verification-email', {}, { token });
    // A stranger behind the same address has used up its limit.
    for (let time = 0; time < 100; time += 1)
      await accounts.post('forgot-password', { email: `student${time}@northfield.edu` });
    expect((await accounts.post('forgot-password', { email: student.email })).statusCode).toBe(429);
    accounts.mailed.length = 0;
    for (let time = 0; time < 5; time += 1) expect((await again()).statusCode).toBe(202);
    const refused = await again();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(accounts.mailed).toHaveLength(5);
    await verify(token, mailedToken('verify-email'));
    expect((await again()).json().code).toBe('email-already-verified');
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string, from?: string) =>
    accounts.post('forgot-password', { email }, from ? { from } : {});
  const reset = (token: string, newPassword = 'another horse', cookie = '') =>
    accounts.post('reset-password', { token, newPassword }, { cookie });

  it('has the same response with and without an account', async () => {
    await accounts.signUp();
    accounts.mailed.length = 0;
    const known = await forgot(' Maya.Ross@northfield.edu');
    expect(accounts.mailed.map(({ to }) => to)).toEqual([student.email]);
    const { rowCount } = await accounts.query('select from identity_email_tokens');
    const unknown = await forgot('nobody@northfield.edu');
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect((await accounts.query('select from identity_email_tokens')).rowCount).toBe(rowCount);
    for (let time = 0; time < 10; time += 1)
      for (const email of [student.email, 'nobody@northfield.edu'])
        expect((await forgot(email)).statusCode).toBe(202);
    expect((await forgot('no address')).statusCode).toBe(400);
  });

  it('is replaced by the link once, within an hour; sessions are revoked and the email is verified', async () => {
    const { token, cookie } = await accounts.signUp();
    const { id } = await sync(token);
    await forgot(student.email);
    const stale = mailedToken('reset-password');
    await forgot(student.email);
    const link = mailedToken('reset-password');
    expect((await reset(link, '12345')).json().errors).toMatchObject([
      { path: 'newPassword', message: 'Password must be at least 6 characters long.' },
    ]);
    const answer = await reset(link, 'another horse', cookie);
    expect(answer.json()).toEqual({ email: student.email, passkeysRemoved: false });
    expect(accounts.ended).toEqual([id]);
    expect(accounts.mailed.at(-1)!.subject).toBe('Your BookSwap password was changed');
    // Issued in the same second, and refused all the same.
    expect((await accounts.sync(token)).statusCode).toBe(401);
    expect(await accounts.tokenStatus(cookie)).toBe(401);
    for (const used of [link, stale]) expect((await reset(used)).json().code).toBe('link-expired');
    expect((await signIn(student.password)).statusCode).toBe(401);
    const next = await accounts.tokenOf(toCookieHeader(await signIn('another horse')));
    expect(await sync(next)).toMatchObject({ id, emailVerified: true, isAdmin: true });
  });

  it('has a link that expires after an hour', async () => {
    await accounts.signUp();
    await forgot(student.email);
    const link = mailedToken('reset-password');
    accounts.clock.advance(HOUR_MS);
    expect((await reset(link)).json().code).toBe('link-expired');
    expect((await signIn(student.password)).statusCode).toBe(200);
  });

  it('is replaced once if the link is used twice at once', async () => {
    await accounts.signUp();
    await forgot(student.email);
    const link = mailedToken('reset-password');
    const answers = await Promise.all([reset(link, 'first horse'), reset(link, 'second horse')]);
    expect(sortedStatuses(answers)).toEqual([200, 400]);
    const won = answers[0].statusCode === 200 ? 'first horse' : 'second horse';
    expect((await signIn(won)).statusCode).toBe(200);
  });

  it('can be set on an account without one', async () => {
    await accounts.signUp();
    await accounts.query('delete from identity_accounts');
    await forgot(student.email);
    expect((await reset(mailedToken('reset-password'))).statusCode).toBe(200);
    expect((await signIn('another horse')).statusCode).toBe(200);
  });
});

describe('a visitor who signed up with the email of another', () => {
  it('loses the account to its owner, who signs up and opens the link', async () => {
    const squatter = await accounts.signUp({ password: 'squatters horse' });
    await sync(squatter.token);
    accounts.mailed.length = 0;
    const taken = await accounts.post('sign-up/email', student);
    expect(taken.json().code).toBe('email-taken');
    expect(accounts.mailed.map(({ subject }) => subject)).toEqual([
      'Your email already has a BookSwap account',
    ]);
    await accounts.post('reset-password', {
      token: mailedToken('reset-password'),
      newPassword: 'owners horse',
    });
    expect(await accounts.tokenStatus(squatter.cookie)).toBe(401);
    expect((await signIn('squatters horse')).statusCode).toBe(401);
    expect((await signIn('owners horse')).statusCode).toBe(200);
  });

  it('keeps the account once the email is verified: no email is sent', async () => {
    const { token } = await accounts.signUp();
    await verify(token, mailedToken('verify-email'));
    accounts.mailed.length = 0;
    expect((await accounts.post('sign-up/email', student)).json().code).toBe('email-taken');
    expect(accounts.mailed).toEqual([]);
  });
});
