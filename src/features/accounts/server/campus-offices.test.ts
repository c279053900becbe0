import { expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

it('refuses an office of the campus as a name, at sign-up and later', async () => {
  const app = await TestApp.start({ variables: { CAMPUS_NAME: 'Northfield University' } });
  const name = 'Northfield Help';
  const errors = [
    { path: 'name', message: "Name can't contain the word of an office, such as 'Moderator' or 'Support'" },
  ];
  const form = { name, email: 'eve@northfield.example', password: 'correct horse' };
  const refused = await app.visitor().post('/api/auth/sign-up/email', form);
  expect(refused.body).toMatchObject({ status: 400, code: 'invalid-request', errors });
  const eve = await app.signedInClient('Eve Helper');
  expect((await eve.patch('/api/users/me', { name })).body).toMatchObject({ errors });
  expect((await eve.post('/api/users/sync', { name })).body).toMatchObject({ name: 'Eve Helper' });
  await app.stop();
});
