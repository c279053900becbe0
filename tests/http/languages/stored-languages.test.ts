import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushServices } from '#features/notifications/rules.ts';
import { FakePushService } from '../../support/fakes/fake-push-service.ts';
import { TestApp, type TestClient } from '../../support/server/test-app.ts';

let app: TestApp;
let service: FakePushService;
let maya: TestClient;

beforeAll(async () => {
  service = await FakePushService.start();
  app = await TestApp.start({
    push: { services: [...pushServices, service.origin], pushDelaySeconds: 3_600 },
    variables: { CAMPUS_LANGUAGES: 'es,en,ar' },
  });
});
beforeEach(async () => {
  maya = await app.signedInClient();
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const speaking = (language: string) => ({ 'accept-language': language });
const sync = (language: string) => maya.send('POST', '/api/users/sync', {}, speaking(language));
const rows = async (sql: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(sql, values)).rows;
const seen = async () =>
  (await rows('SELECT seen_language FROM users WHERE id = $1', maya.id))[0]!['seen_language'];

describe('the language of a user', () => {
  it('is automatic until it is chosen, and is in what they see and export of themselves', async () => {
    expect((await maya.post('/api/users/sync')).body.language).toBeNull();
    expect((await maya.patch('/api/users/me', { language: 'ar' })).body.language).toBe('ar');
    expect((await maya.post('/api/users/sync')).body.language).toBe('ar');
    const { account } = (await maya.get('/api/users/me/export')).body;
    expect(account).toMatchObject({ language: 'ar', seenLanguage: 'es' });
    expect((await maya.patch('/api/users/me', { language: null })).body.language).toBeNull();
  });

  it.each(['de', 'xx', '', 7])('is one of the market, not %j', async (language) => {
    const { status, body } = await maya.patch('/api/users/me', { language });
    expect([status, body.code]).toEqual([400, 'invalid-request']);
  });

  it('is no edit of the profile: the identity provider still names the user', async () => {
    await maya.patch('/api/users/me', { language: 'ar' });
    expect((await maya.post('/api/users/sync', { name: 'Maya Ross' })).body.name).toBe('Maya Ross');
    await maya.patch('/api/users/me', { language: 'en', name: 'M. Ross' });
    expect((await maya.post('/api/users/sync', { name: 'Maya' })).body).toMatchObject({
      name: 'M. Ross',
      language: 'en',
    });
  });

  it('is seen at most once a day', async () => {
    app.clock.advance({ days: 1 });
    await sync('ar');
    expect(await seen()).toBe('ar');
    app.clock.advance({ hours: 23 });
    await sync('en');
    expect(await seen()).toBe('ar');
    app.clock.advance({ hours: 1 });
    await sync('fr, en;q=0.5');
    expect(await seen()).toBe('en');
  });
});

it('a device is pushed to in the language in which it was last confirmed', async () => {
  const { subscription } = service.device();
  const confirm = (language: string) =>
    maya.send('PUT', '/api/users/me/push-token', { token: subscription }, speaking(language));
  const language = () =>
    rows('SELECT language FROM push_subscriptions WHERE endpoint = $1', subscription.endpoint);
  await confirm('ar');
  expect(await language()).toEqual([{ language: 'ar' }]);
  await confirm('en');
  expect(await language()).toEqual([{ language: 'en' }]);
});

it('a message to support keeps the language of its page, for the answer', async () => {
  const message = { name: 'Ana', email: 'ana@northfield.example', subject: 'Hola', message: '¿Cómo?' };
  await app.visitor().send('POST', '/api/support', message, speaking('ar'));
  expect(await rows('SELECT language FROM support_messages')).toEqual([{ language: 'ar' }]);
});

it('a link that is emailed keeps the language of its request', async () => {
  const email = 'link@northfield.example';
  const account = { name: 'Lin', email, password: 'correct horse' };
  await app.visitor().send('POST', '/api/auth/sign-up/email', account, speaking('ar'));
  await app.visitor().send('POST', '/api/auth/forgot-password', { email }, speaking('en'));
  expect(
    await rows(
      'SELECT purpose, language FROM identity_email_tokens WHERE email = $1 ORDER BY purpose',
      email,
    ),
  ).toEqual([
    { purpose: 'reset-password', language: 'en' },
    { purpose: 'verify-email', language: 'ar' },
  ]);
});
