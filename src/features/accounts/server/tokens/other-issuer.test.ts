import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { createTokenVerifier } from './verify-token.ts';

type Claims = Record<string, unknown>;

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
  afterEach(() => {
    vi.useRealTimers();
    return new Promise((resolve) => server.close(resolve));
  });

  const isOffice = (name: string) => name === 'Northfield Help';
  const verifier = (more: object = {}) =>
    createTokenVerifier([{ issuer, audience: 'market', jwks, ...more }], { now: () => now }, isOffice);

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
    [{ name: '  Kim\u0000 Lee ' }, 'Kim Lee'],
    [{ name: '', preferred_username: 'kim7' }, 'kim7'],
    [{ username: 'kim8' }, 'kim8'],
    [{}, 'User'],
    [{ name: 'Northfield Help' }, 'User'],
    [{ name: '\u{1F4DA}'.repeat(300) }, '\u{1F4DA}'.repeat(200)],
  ])('names its user: %o', async (claims, name) =>
    expect((await verifier()(await issue(claims)))?.name).toBe(name),
  );

  it('is accepted within a second after a key rotation, and within the clock tolerance', async () => {
    // jose measures the age of keys by the clock of the machine, which is faked here.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const verify = verifier({ tolerance: 5 });
    expect(await verify(await issue({}))).not.toBeNull();
    await rotate('second');
    expect(await verify(await issue({}, 'second'))).toBeNull();
    vi.setSystemTime(Date.now() + 1001);
    expect(await verify(await issue({}, 'second'))).not.toBeNull();
    const late = await issue({}, 'second');
    now = new Date(now.getTime() + 63_000);
    expect(await verify(late)).not.toBeNull();
    now = new Date(now.getTime() + 3000);
    expect(await verify(late)).toBeNull();
  });

  it('is not refused as invalid while the issuer is unavailable', async () => {
    keys = null;
    const unavailable = { status: 503, code: 'service-unavailable' };
    await expect(verifier()(await issue({}))).rejects.toMatchObject(unavailable);
    const nowhere = verifier({ jwks: new URL('http://127.0.0.1:9/jwks.json') });
    await expect(nowhere(await issue({}))).rejects.toMatchObject(unavailable);
  });

  it('is accepted with the keys that are known while the issuer is away, for an hour', async () => {
    const verify = verifier();
    const known = keys;
    expect(await verify(await issue({}))).not.toBeNull();
    keys = null;
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      vi.setSystemTime(Date.now() + 59 * MINUTE_MS);
      expect(await verify(await issue({}))).not.toBeNull();
      vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
      await expect(verify(await issue({}))).rejects.toMatchObject({ code: 'service-unavailable' });
      keys = known;
      expect(await verify(await issue({}))).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused where its issuer is not configured', async () => {
    expect(await verifier({ issuer: `${issuer}/` })(await issue({}))).toBeNull();
    expect(await verifier()(await issue({ sub: 'u\u0000' }))).toBeNull();
    expect(await verifier()(await issue({ sub: 'u'.repeat(256) }))).toBeNull();
  });
});
