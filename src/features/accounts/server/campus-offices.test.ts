import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_USER_NAME } from '../default-user-name.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

const NAME = 'Northfield Help';
const issuer = 'https://login.elsewhere.example';
let app: TestApp;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  keys = await generateKeyPair('EdDSA');
  app = await TestApp.start({
    issuers: [{ issuer, audience: 'market', jwks: async () => keys.publicKey, algorithms: ['EdDSA'] }],
    variables: { CAMPUS_NAME: 'Northfield University' },
  });
});
afterAll(() => app.stop());

it('refuses an office of the campus as a name, at sign-up and later', async () => {
  const refusal = {
    code: 'invalid-request',
    errors: [{ path: 'name', message: "Name can't look like an office's" }],
  };
  const form = { name: NAME, email: 'eve@northfield.example', password: 'correct horse' };
  const refused = await app.visitor().post('/api/auth/sign-up/email', form);
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(refusal)]);
  const eve = await app.signedInClient('Eve Helper');
  expect((await eve.patch('/api/users/me', { name: NAME })).body).toMatchObject(refusal);
  expect((await eve.post('/api/users/sync', { name: NAME })).body).toMatchObject({ name: 'Eve Helper' });
});

it('takes no such name from an identity provider', async () => {
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const token = await new SignJWT({ name: NAME, email: 'mallory@mail.example', iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(issuer)
    .setAudience('market')
    .setSubject(crypto.randomUUID())
    .sign(keys.privateKey);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await app.visitor().send('POST', '/api/users/sync', {}, headers);
  expect(body).toMatchObject({ email: 'mallory@mail.example', name: DEFAULT_USER_NAME });
});
