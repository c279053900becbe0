import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsDoor, openAccountsDoor } from './accounts-door.ts';
import { audience, issuerOf } from './identity/create-identity.ts';
import { signLikeIssuer } from './sign-like-issuer.ts';
import { createTokenVerifier } from './verify-token.ts';

const minute = 60_000;
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
  let door: AccountsDoor;
  let token: string;
  beforeEach(async () => {
    door = await openAccountsDoor();
    ({ token } = await door.signUp());
  });
  afterEach(() => door.close());

  const statusOf = async (text: string) =>
    (await door.ask('POST', '/api/users/sync', { token: text, body: {} })).statusCode;

  const signed = (changes: Claims) => signLikeIssuer(door.context, { ...partsOf(token).payload, ...changes });

  it('says who, for five minutes', async () => {
    const { payload } = partsOf(token);
    expect(payload).toMatchObject({
      email: 'maya.ross@northfield.edu',
      email_verified: false,
      name: 'Maya Ross',
      aud: 'bookswap',
    });
    expect((payload['exp'] as number) - (payload['iat'] as number)).toBe(300);
    expect(await statusOf(token)).toBe(200);
    door.clock.move(5 * minute - 1000);
    expect(await statusOf(token)).toBe(200);
    door.clock.move(1000);
    expect(await statusOf(token)).toBe(401);
  });

  it.each<[string, Claims, number]>([
    ['as it is', {}, 200],
    ['of another issuer', { iss: 'https://elsewhere.example' }, 401],
    ['for another audience', { aud: 'another-product' }, 401],
    ['for nobody', { sub: undefined }, 401],
    ['without an e-mail', { email: undefined }, 401],
    ['without an end', { exp: undefined }, 401],
    ['that is not valid yet', { nbf: Date.parse('2026-11-02T09:01:00Z') / 1000 }, 401],
  ])('%s', async (_name, changes, status) => expect(await statusOf(await signed(changes))).toBe(status));

  it('is refused when it is signed by nobody, by a guess, or by the public key as a secret', async () => {
    const { header, payload } = partsOf(token);
    const [, body, signature] = token.split('.') as [string, string, string];
    const { keys } = (await door.ask('GET', '/api/auth/jwks')).json() as { keys: JWK[] };
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
      await signWith(privateKey, 'EdDSA', { jwk: await exportJWK(publicKey) } as never),
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
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      token,
      `Bearer ${token} ${token}`,
    ]) {
      const answer = await door.ask('POST', '/api/users/sync', { body: {}, headers: { authorization } });
      expect([authorization, answer.statusCode]).toEqual([authorization, 401]);
    }
  });

  it('survives a new key, made by another process a moment ago, and one made under a changed secret', async () => {
    const cookie = (await door.signUp({ email: 'other@northfield.edu' })).cookie;
    await door.context.database.pool.query('update identity_jwks set expires_at = $1', [
      new Date(Date.now() - 1000),
    ]);
    const other = await openAccountsDoor({ beside: door });
    const next = await other.tokenOf(cookie);
    expect(partsOf(next).header.kid).not.toBe(partsOf(token).header.kid);
    expect([await statusOf(next), await statusOf(token)]).toEqual([200, 200]);
    await other.close();

    const changed = await openAccountsDoor({ beside: door, secretKey: 'another secret altogether' });
    const third = await changed.signUp({ email: 'third@northfield.edu' });
    expect([await statusOf(third.token), await statusOf(next)]).toEqual([200, 200]);
    await changed.close();
  });

  it('is not cheap to invent keys for', async () => {
    const kid = () => base64({ alg: 'EdDSA', kid: Math.random().toString() });
    let reads = 0;
    const { pool } = door.context.database;
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

describe('a token of another issuer', () => {
  const issuer = 'https://login.campus.example';
  let keys: JWK[] | null;
  let key: CryptoKey;
  let server: Server;
  let jwks: URL;
  let now: Date;

  async function rotate(kid: string): Promise<void> {
    const pair = await generateKeyPair('RS256', { extractable: true });
    keys = [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256' }];
    key = pair.privateKey;
  }
  const issue = (claims: Claims, kid = 'first') =>
    new SignJWT({
      iss: issuer,
      aud: 'market',
      sub: 'u1',
      email: 'Kim@Campus.example',
      iat: seconds(now),
      exp: seconds(now) + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(key);
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

  beforeEach(async () => {
    now = new Date('2026-11-02T09:00:00Z');
    await rotate('first');
    server = createServer((_request, response) => {
      response.statusCode = keys === null ? 500 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    jwks = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`);
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const verifier = (more: object = {}) =>
    createTokenVerifier([{ issuer, audience: 'market', jwks, ...more }], { now: () => now });

  it('is accepted by the same verifier, with its claims mapped', async () => {
    const verified = await verifier()(
      await issue({
        given_name: 'Kim',
        family_name: 'Lee',
        email_verified: true,
        picture: 'https://x.example/k.png',
      }),
    );
    expect(verified).toMatchObject({
      issuer,
      subject: 'u1',
      email: 'kim@campus.example',
      emailVerified: true,
      name: 'Kim Lee',
      picture: 'https://x.example/k.png',
      isAdmin: false,
    });
    const claims = (payload: Claims) =>
      payload['sts'] === 'pending'
        ? null
        : { email: 'a@b.c', emailVerified: true, name: 'A', picture: null, isAdmin: true };
    expect(await verifier({ claims })(await issue({ sts: 'pending' }))).toBeNull();
    expect(await verifier({ claims, storedAs: 'campus' })(await issue({}))).toMatchObject({
      issuer: 'campus',
      isAdmin: true,
    });
  });

  it.each([
    [{ name: '  Kim\u0000 Lee ' }, 'Kim  Lee'],
    [{ name: '', preferred_username: 'kim7' }, 'kim7'],
    [{ username: 'kim8' }, 'kim8'],
    [{}, 'User'],
    [{ name: '\u{1F4DA}'.repeat(300) }, '\u{1F4DA}'.repeat(200)],
  ])('names its person: %o', async (claims, name) =>
    expect((await verifier()(await issue(claims)))?.name).toBe(name),
  );

  it('goes on after a rotated key, and within its tolerance of time', async () => {
    const verify = verifier({ tolerance: 5 });
    expect(await verify(await issue({}))).not.toBeNull();
    await rotate('second');
    // A second is jose's shortest look-out here; nothing else passes in it.
    await new Promise((resolve) => setTimeout(resolve, 1050));
    expect(await verify(await issue({}, 'second'))).not.toBeNull();
    const late = await issue({}, 'second');
    now = new Date(now.getTime() + 63_000);
    expect(await verify(late)).not.toBeNull();
    now = new Date(now.getTime() + 3000);
    expect(await verify(late)).toBeNull();
  });

  it('is nobody’s fault when the issuer cannot be reached', async () => {
    keys = null;
    const unavailable = { status: 503, code: 'service-unavailable' };
    await expect(verifier()(await issue({}))).rejects.toMatchObject(unavailable);
    const nowhere = verifier({ jwks: new URL('http://127.0.0.1:9/jwks.json') });
    await expect(nowhere(await issue({}))).rejects.toMatchObject(unavailable);
  });

  it('is refused by whoever does not know the issuer', async () => {
    expect(await verifier({ issuer: `${issuer}/` })(await issue({}))).toBeNull();
    expect(await verifier()(await issue({ sub: 'u\u0000' }))).toBeNull();
    expect(await verifier()(await issue({ sub: 'u'.repeat(256) }))).toBeNull();
  });
});

it('names the installation as issuer, and all ports of one machine alike', () => {
  expect(issuerOf('https://books.campus.example/')).toBe('https://books.campus.example');
  expect(
    new Set(['http://127.0.0.1:3000', 'http://localhost:4000', 'http://[::1]:80'].map(issuerOf)).size,
  ).toBe(1);
  expect(audience).toBe('bookswap');
});
