import { beforeEach, describe, expect, it } from 'vitest';
import {
  outcome,
  student,
  sortedStatuses,
  TEST_ORIGIN,
  toCookieHeader,
  setUpTestAccounts,
} from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();

describe('sign-up and sign-in', () => {
  it('turns a password into a session, a token and the stored user', async () => {
    const answer = await accounts.post('sign-up/email', {
      name: '  Zoë   Ross ',
      email: ' Maya.Ross@Northfield.EDU ',
      password: 'sechs!',
    });
    expect(answer.statusCode).toBe(200);
    const shown = { name: 'Zoë Ross', email: 'maya.ross@northfield.edu', emailVerified: false };
    expect(answer.json().user).toMatchObject(shown);
    const cookie = toCookieHeader(answer);
    const session = (await accounts.ask('GET', '/api/auth/get-session', { cookie })).json();
    expect(session.user.email).toBe('maya.ross@northfield.edu');
    const token = await accounts.tokenOf(cookie);
    const synced = await accounts.sync(token);
    expect(synced.json()).toMatchObject({ ...shown, isAdmin: false });

    const again = await accounts.signIn({ email: 'MAYA.ross@northfield.edu', password: 'sechs!' });
    expect(again.statusCode).toBe(200);
    const next = await accounts.tokenOf(toCookieHeader(again));
    expect((await accounts.sync(next)).json().id).toBe(synced.json().id);
  });

  it('sets a session cookie that scripts cannot read, and one that tells them of it and lives as long', async () => {
    const signedUp = await accounts.post('sign-up/email', student);
    expect(signedUp.headers['cache-control']).toBe('no-store');
    const lines = [signedUp.headers['set-cookie']].flat();
    expect(lines[0]).toMatch(
      /^bookswap\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(lines.at(-1)).toBe('bookswap.signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax');
    const cookie = toCookieHeader(signedUp);
    const out = await accounts.post('sign-out', {}, { cookie });
    // Ended elsewhere, too.
    const later = await accounts.ask('GET', '/api/auth/token', { cookie });
    for (const { headers } of [out, later])
      expect([headers['set-cookie']].flat().at(-1)).toBe(
        'bookswap.signed_in=1; Max-Age=0; Path=/; SameSite=Lax',
      );
  });

  it('never returns the session token', async () => {
    const signedUp = await accounts.post('sign-up/email', student);
    const signedIn = await accounts.signIn();
    for (const answer of [signedUp, signedIn]) {
      const cookie = toCookieHeader(answer);
      const session = await accounts.ask('GET', '/api/auth/get-session', { cookie });
      const secret = answer.cookies[0]!.value.split('.')[0]!;
      expect(secret.length).toBeGreaterThan(20);
      expect(answer.body).not.toContain(secret);
      expect(session.body).not.toContain(secret);
      expect(answer.json()).toEqual({ user: expect.objectContaining({ email: student.email }) });
      expect(Object.keys(session.json())).toEqual(['session', 'user']);
      expect(Object.keys(session.json().session).toSorted()).toEqual(['createdAt', 'expiresAt', 'id']);
    }
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(201) }, 'name', 'Name can have at most 200 characters'],
    [{ name: 'Maya\u202e' }, 'name', "Name contains characters that can't be displayed"],
    [{ email: 'maya' }, 'email', 'Enter a valid email address'],
    [{ email: `${'m'.repeat(250)}@x.edu` }, 'email', 'Enter a valid email address'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters long.'],
    [{ password: '      ' }, 'password', "Password can't be only spaces"],
    [{ password: ' \t\u00a0\u3000\u2003 ' }, 'password', "Password can't be only spaces"],
    [{ password: 'x'.repeat(129) }, 'password', 'Password can have at most 128 characters'],
  ])('refuses %o by field', async (wrong, path, message) => {
    const answer = await accounts.post('sign-up/email', { ...student, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(answer.json()).toMatchObject({ code: 'invalid-request', errors: [{ path, message }] });
  });

  it.each(['     xy', `${'x'.repeat(127)}y`])('accepts %o as a password', async (password) => {
    const answer = await accounts.post('sign-up/email', { ...student, password });
    expect(answer.statusCode).toBe(200);
    expect((await accounts.signIn({ password })).statusCode).toBe(200);
  });

  it('takes only name, email and password from a sign-up', async () => {
    const image = 'https://elsewhere.example/x.png';
    const more = { emailVerified: true, image, isAdmin: true, id: 'x', callbackURL: image };
    const answer = await accounts.post('sign-up/email', { ...student, ...more });
    expect(answer.json().user).toMatchObject({ emailVerified: false, image: null });
    expect(answer.headers.location).toBeUndefined();
  });

  it('creates one account for concurrent sign-ups with one email', async () => {
    const attempt = () => accounts.post('sign-up/email', student);
    const answers = await Promise.all([attempt(), attempt(), attempt()]);
    expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
    const refused = answers.find((answer) => answer.statusCode === 409)!;
    expect(refused.json().code).toBe('email-taken');
    expect((await accounts.signIn()).statusCode).toBe(200);
  });

  it('responds the same to a wrong password and an unknown email', async () => {
    await accounts.signUp();
    const wrong = await accounts.signIn({ password: 'not this' });
    const unknown = await accounts.signIn({ email: 'nobody@northfield.edu', password: 'not this' });
    expect(outcome(wrong)).toEqual([401, 'invalid-credentials']);
    const withoutId = (answer: typeof wrong) => ({ ...answer.json(), requestId: null });
    expect(withoutId(unknown)).toEqual(withoutId(wrong));
  });

  it('revokes the session at sign-out', async () => {
    const { cookie } = await accounts.signUp();
    const out = await accounts.post('sign-out', {}, { cookie });
    expect(out.statusCode).toBe(200);
    expect(String(out.headers['set-cookie'])).toMatch(/session_token=;.*Max-Age=0/);
    // The former cookie is refused as well.
    expect((await accounts.ask('GET', '/api/auth/token', { cookie })).json().code).toBe('sign-in-required');
    expect((await accounts.ask('GET', '/api/auth/get-session', { cookie })).json()).toBeNull();
  });
});

describe('the mounted routes', () => {
  it('are six of Better Auth, and no others', async () => {
    const { cookie } = await accounts.signUp();
    const absent = [
      'GET /ok',
      'GET /list-sessions',
      'POST /update-user',
      'POST /delete-user',
      'POST /change-email',
      'POST /sign-in/social',
      'POST /revoke-sessions',
      'GET /error',
      'POST /sign-up/email/x',
      'GET /verify-email?token=x',
      'GET /callback/google',
    ];
    for (const call of absent) {
      const [method, path] = call.split(' ') as ['GET' | 'POST', string];
      const body = method === 'POST' ? {} : undefined;
      const answer = await accounts.ask(method, `/api/auth${path}`, { cookie, body });
      expect([call, ...outcome(answer)]).toEqual([call, 404, 'not-found']);
    }
  });

  it('publish public keys only', async () => {
    await accounts.signUp();
    const { keys } = (await accounts.ask('GET', '/api/auth/jwks')).json();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP' });
    expect(keys[0]).not.toHaveProperty('d');
  });

  it.each([
    ['text/plain', '{"email":"a@b.edu"}', 415],
    ['application/x-www-form-urlencoded', 'email=a', 415],
    ['application/json', '{', 400],
    ['application/json', JSON.stringify({ password: 'x'.repeat(9000) }), 413],
  ])('read JSON of a bounded size: %s %s', async (type, payload, status) => {
    const answer = await accounts.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch('problem+json');
  });
});

describe('the origin check', () => {
  const attempt = (headers: Record<string, string>) => accounts.signIn({}, { headers });

  beforeEach(() => accounts.signUp());

  it.each([
    { origin: TEST_ORIGIN },
    { origin: 'http://localhost:3000', host: 'localhost:3000' },
    {},
    { origin: 'https://campus.example', host: 'campus.example' },
  ])('accepts a sign-in from %o', async (headers) =>
    expect((await attempt(headers as never)).statusCode).toBe(200),
  );

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:4000' },
    { origin: 'http://localhost:3000', host: '127.0.0.1:3001' },
    { origin: 'null' },
    { origin: 'file://127.0.0.1:3000' },
    { 'sec-fetch-site': 'cross-site' },
  ])('refuses a sign-in from %o', async (headers) => {
    const answer = await attempt(headers as never);
    expect(outcome(answer)).toEqual([403, 'origin-not-allowed']);
  });

  it('refuses a sign-out from another site', async () => {
    const { cookie } = await accounts.signUp({ email: 'other@northfield.edu' });
    const headers = { origin: 'https://evil.example' };
    expect((await accounts.post('sign-out', {}, { cookie, headers })).statusCode).toBe(403);
    expect(await accounts.tokenStatus(cookie)).toBe(200);
  });
});
