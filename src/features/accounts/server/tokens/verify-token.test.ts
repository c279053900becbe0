import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestAccounts, student, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';
import { AUDIENCE, issuerUrl } from '../issuers.ts';
import { signTestToken } from '#tests/support/fakes/sign-test-token.ts';

type Claims = Record<string, unknown>;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => {
  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return { header: header as JWTHeaderParameters, payload: payload as Claims };
};

describe('a token of the embedded issuer', () => {
  const accounts = setUpTestAccounts();
  let token: string;
  beforeEach(async () => {
    ({ token } = await accounts.signUp());
  });

  const statusOf = async (text: string) => (await accounts.sync(text)).statusCode;

  const signed = (changes: Claims) =>
    signTestToken(accounts.context, { ...partsOf(token).payload, ...changes });

  it('names the user for five minutes', async () => {
    const { payload } = partsOf(token);
    const { email, name } = student;
    expect(payload).toMatchObject({ email, email_verified: false, name, aud: AUDIENCE });
    expect((payload['exp'] as number) - (payload['iat'] as number)).toBe(300);
    expect(await statusOf(token)).toBe(200);
    accounts.clock.advance(5 * MINUTE_MS - 1000);
    expect(await statusOf(token)).toBe(200);
    accounts.clock.advance(1000);
    expect(await statusOf(token)).toBe(401);
  });

  it.each<[string, Claims, number]>([
    ['as it is', {}, 200],
    ['of another issuer', { iss: 'https://elsewhere.example' }, 401],
    ['for another audience', { aud: 'another-product' }, 401],
    ['for nobody', { sub: undefined }, 401],
    ['without an e-mail', { email: undefined }, 401],
    ['without an end', { exp: undefined }, 401],
    ['that is not valid yet', { nbf: Date.parse('2026-09-01T08:01:00Z') / 1000 }, 401],
  ])('%s', async (_name, changes, status) => expect(await statusOf(await signed(changes))).toBe(status));

  it('is refused without a signature, with another key, and with the public key as a secret', async () => {
    const { header, payload } = partsOf(token);
    const [, body, signature] = token.split('.') as [string, string, string];
    const { keys } = (await accounts.ask('GET', '/api/auth/jwks')).json() as { keys: JWK[] };
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const signWith = (key: CryptoKey | Uint8Array, alg: string, more: Partial<JWTHeaderParameters> = {}) =>
      new SignJWT(payload).setProtectedHeader({ ...header, alg, ...more }).sign(key);
    const secretOf = (text: string) => new TextEncoder().encode(text.padEnd(32, ' '));
    const forged = [
      `${base64({ ...header, alg: 'none' })}.${body}.`,
      `${base64({ ...header, alg: 'None' })}.${body}.${signature}`,
      `${base64(header)}.${base64({ ...payload, email: 'admin@northfield.edu' })}.${signature}`,
      `${base64(header)}.${body}.${signature.slice(0, -4)}AAAA`,
      await signWith(privateKey, 'EdDSA'),
      await signWith(privateKey, 'EdDSA', { kid: 'another' }),
      await signWith(privateKey, 'EdDSA', { jwk: await exportJWK(publicKey) }),
      await signWith(secretOf(JSON.stringify(keys[0])), 'HS256'),
      await signWith(secretOf(keys[0]!.x!), 'HS256'),
      await signWith(secretOf(await exportSPKI(publicKey)), 'HS256'),
      `${base64({ ...header, kid: { toString: 1 } })}.${body}.${signature}`,
      'a.b.c',
      '..',
      'x'.repeat(20_000),
      body, // oxfmt-ignore
    ];
    for (const text of forged)
      expect([text.slice(0, 60), await statusOf(text)]).toEqual([text.slice(0, 60), 401]);
    for (const authorization of ['', 'Bearer ', `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      const answer = await accounts.ask('POST', '/api/users/sync', { body: {}, headers: { authorization } });
      expect([authorization, answer.statusCode]).toEqual([authorization, 401]);
    }
  });

  it('is accepted with a new key of another process, and after the secret has changed', async () => {
    const cookie = (await accounts.signUp({ email: 'other@northfield.edu' })).cookie;
    await accounts.query('update identity_jwks set expires_at = $1', [new Date(Date.now() - 1000)]);
    const other = await openTestAccounts({ beside: accounts });
    const next = await other.tokenOf(cookie);
    expect(partsOf(next).header.kid).not.toBe(partsOf(token).header.kid);
    expect([await statusOf(next), await statusOf(token)]).toEqual([200, 200]);
    await other.close();

    const changed = await openTestAccounts({ beside: accounts, secretKey: 'another secret altogether' });
    const third = await changed.signUp({ email: 'third@northfield.edu' });
    expect([await statusOf(third.token), await statusOf(next)]).toEqual([200, 200]);
    await changed.close();
  });

  it('with an invented key id reads the keys a few times a second at most', async () => {
    const kid = () => base64({ alg: 'EdDSA', kid: Math.random().toString() });
    let reads = 0;
    const { pool } = accounts.context.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => {
      if (JSON.stringify(args[0]).includes('identity_jwks')) reads += 1;
      return query(...args);
    }) as typeof pool.query;
    const [, body, signature] = token.split('.');
    const all = Array.from({ length: 50 }, () => statusOf(`${kid()}.${body}.${signature}`));
    expect(new Set(await Promise.all(all))).toEqual(new Set([401]));
    pool.query = query as typeof pool.query;
    expect(reads).toBeLessThanOrEqual(2);
  });
});

it('names the installation as issuer, the same for all ports of a machine', () => {
  expect(issuerUrl('https://books.campus.example/')).toBe('https://books.campus.example');
  const ports = ['http://127.0.0.1:3000', 'http://localhost:4000', 'http://[::1]:80'];
  expect(new Set(ports.map(issuerUrl)).size).toBe(1);
});
