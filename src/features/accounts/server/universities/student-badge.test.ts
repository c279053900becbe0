import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { algorithms } from '#tests/support/server/test-world.ts';
import { openVerificationLink } from '#tests/support/product/read-outbox.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const issuer = 'https://login.elsewhere.example';
const mit = 'Massachusetts Institute of Technology';
let app: TestApp;
let key: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA');
  key = pair.privateKey;
  app = await TestApp.start({
    issuers: [{ issuer, audience: 'market', jwks: async () => pair.publicKey, algorithms: ['EdDSA'] }],
    variables: { CAMPUS_NAME: 'Northfield University', CAMPUS_EMAIL_DOMAINS: 'northfield.example' },
  });
});
afterAll(() => app.stop());

const listed = async (seller: TestClient) => {
  const { id } = (await seller.post('/api/books', algorithms)).body;
  return async () => (await app.visitor().get(`/api/books/${id}`)).body.seller;
};

describe('a user with an email of the campus', () => {
  it('is shown as a student once the email is verified', async () => {
    const person = await app.signedInClient('Maya', 'maya@students.northfield.example');
    const seller = await listed(person);
    expect(await seller()).toMatchObject({ studentUniversity: null, university: null });
    await openVerificationLink(app, person);
    // A cached response may be a few seconds old.
    app.clock.advance({ minutes: 1 });
    expect(await seller()).toMatchObject({
      studentUniversity: 'Northfield University',
      university: 'Northfield University',
    });
  });

  it('keeps a university that they have written, and can clear it', async () => {
    const person = await app.signedInClient('Tom', 'tom@northfield.example');
    await person.patch('/api/users/me', { university: 'Northfield, School of Law' });
    await openVerificationLink(app, person);
    const synced = async () => (await person.post('/api/users/sync')).body;
    expect(await synced()).toMatchObject({
      studentUniversity: 'Northfield University',
      university: 'Northfield, School of Law',
    });
    await person.patch('/api/users/me', { university: null });
    expect(await synced()).toMatchObject({ studentUniversity: 'Northfield University', university: null });
  });

  it('is not a student with a similar domain', async () => {
    const person = await app.signedInClient('Eve', 'eve@evil-mit.edu');
    await openVerificationLink(app, person);
    expect((await person.post('/api/users/sync')).body).toMatchObject({
      studentUniversity: null,
      university: null,
    });
  });
});

describe('a user of another identity provider', () => {
  let subject: string;
  beforeEach(() => {
    subject = crypto.randomUUID();
  });
  const sync = async (claims: object) => {
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const token = await new SignJWT({ name: 'Ada', iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuer)
      .setAudience('market')
      .setSubject(subject)
      .sign(key);
    const { body } = await app
      .visitor()
      .send('POST', '/api/users/sync', {}, { authorization: `Bearer ${token}` });
    return { studentUniversity: body.studentUniversity, university: body.university };
  };

  it('is a student from the first token with a verified email', async () => {
    const email = `${subject}@csail.mit.edu`;
    expect(await sync({ email, email_verified: true })).toEqual({ studentUniversity: mit, university: mit });
  });

  it('gains and loses the badge with the verification, and with a change of email', async () => {
    const email = `${subject}@mit.edu`;
    const none = { studentUniversity: null, university: null };
    expect(await sync({ email })).toEqual(none);
    expect(await sync({ email, email_verified: true })).toEqual({ studentUniversity: mit, university: mit });
    // The university stays.
    expect(await sync({ email })).toEqual({ studentUniversity: null, university: mit });
    expect(await sync({ email, email_verified: true })).toEqual({ studentUniversity: mit, university: mit });
    const other = { email: `${subject}@gmail.example`, email_verified: true };
    expect(await sync(other)).toEqual({ studentUniversity: null, university: mit });
    const moved = { email: `${subject}@ethz.ch`, email_verified: true };
    expect(await sync(moved)).toEqual({ studentUniversity: 'ETHZ - ETH Zurich', university: mit });
  });
});
