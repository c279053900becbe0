import { expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

it('is not sold when purchases are off', async () => {
  const closed = await TestApp.start({ variables: { PAYMENTS: 'off' } });
  const person = await closed.signedInClient();
  for (const call of ['create-adfree-purchase', 'subscription/cancel', 'subscription/resume']) {
    const { status, body } = await person.post(`/api/${call}`);
    expect([call, status, body.code]).toEqual([call, 404, 'purchases-disabled']);
  }
  expect((await person.get('/api/subscription')).body).toEqual({ subscription: null });
  await closed.app.context.jobs.runNow('check-due-subscriptions');
  await closed.stop();
});
