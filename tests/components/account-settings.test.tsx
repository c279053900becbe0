import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { NotificationSettings } from '#features/notifications/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectPath,
  expectToast,
  expectUser,
  fill,
  follow,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { ann, inDays, notificationSettings, robin, uuid } from '#tests/support/components/sample-data.ts';

const settings = { user: robin, 'GET /api/users/me/notifications': notificationSettings };

test('signing out everywhere asks for confirmation, and says that it includes this device', async () => {
  const { server } = renderScreen('/account-settings', {
    ...settings,
    'DELETE /api/users/me/sessions': { done: true },
    'POST /api/auth/sign-out': {},
  });
  await press('Sign out everywhere');
  const question = await control('dialog', 'Sign out everywhere?');
  await shows('including this one', question);
  await press('Stay signed in', question);
  expect(server.sent('DELETE /api/users/me/sessions')).toEqual([]);
  await press('Sign out everywhere');
  await press('Sign Out', await control('dialog', 'Sign out everywhere?'));
  await expectPath('/');
  await control('button', 'Sign In');
});

test('no switch shows before its state is known, and one that fails to load says so', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen('/account-settings', {
    ...settings,
    'GET /api/users/me/notifications': () => promise,
  });
  await shows('Loading your devices...');
  await shows('Also email me');
  expect(screen.queryByRole('switch', { name: /Also email me/ })).toBeNull();
  resolve(refuse(500));
  await shows("Couldn't be loaded");
  server.answers['GET /api/users/me/notifications'] = notificationSettings;
  await press('Retry');
  await control('switch', /Also email me/);
});

test('the last of several choices wins while the calls are slow', async () => {
  let stored: NotificationSettings = notificationSettings;
  const { promise, resolve } = Promise.withResolvers<void>();
  renderScreen('/account-settings', {
    ...settings,
    'PATCH /api/users/me/notifications': async ({ body }) => {
      await promise;
      stored = { ...stored, ...(body as object) };
      return stored;
    },
  });
  for (const name of [/^At once/, /^Once a day/, /^At once/, /^Not at all/]) {
    await userEvent.click(await control('radio', name));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true));
  }
  resolve();
  await waitFor(() => expect(stored.mailWanted).toBe('off'));
});

test('each setting is either in the profile or in the account settings', async () => {
  const headings = async (path: string, last: RegExp) => {
    renderScreen(path, settings);
    await control('button', last);
    return (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  };
  const inProfile = await headings('/profile', /^Sign Out/);
  const inSettings = await headings('/account-settings', /^Delete my account/);
  expect(inSettings).toContain('Notifications');
  expect(inProfile).not.toContain('Notifications');
});

const typePasswords = async (current: string, next: string, confirmed = next) => {
  await fill('Current Password', current);
  await fill('New Password', next);
  await fill('Confirm New Password', confirmed);
  await press('Change Password');
};

test('a new password is checked before it is sent, and the current one by the server', async () => {
  const { server } = renderScreen('/change-password', {
    user: robin,
    'POST /api/auth/change-password': () =>
      refuse(403, 'wrong-password', 'Current password is incorrect', {
        errors: [{ path: 'currentPassword', message: 'Current password is incorrect' }],
      }),
  });
  await typePasswords('a wrong one', 'a-second-password', 'other');
  await shows(/Password Mismatch ?New passwords don't match. Please try again./);
  await typePasswords('a wrong one', 'short');
  await shows(/Password Too Short ?Password must be at least 6 characters long./);
  expect(server.sent('POST /api/auth/change-password')).toEqual([]);
  await typePasswords('a wrong one', 'a-second-password');
  await shows('Current password is incorrect');
  await expectPath('/change-password');
});

test('a password that is changed or refused after its page was left says so, and leads nowhere', async () => {
  for (const [answer, toast] of [
    [Response.json({ done: true }), 'Password Changed'],
    [refuse(403, 'wrong-password'), "Your password wasn't changed"],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<Response>();
    renderScreen('/account-settings', { ...settings, 'POST /api/auth/change-password': () => promise });
    await follow(/^Change Password/);
    await typePasswords('the current one', 'a-second-password');
    await control('button', 'Changing Password...');
    history.back();
    await expectPath('/account-settings');
    resolve(answer);
    await expectToast(toast);
    await expectPath('/account-settings');
  }
});

test('a link of an email that has ended confirms nothing; a student learns until when the badge lasts', async () => {
  const student = { ...robin, studentUniversity: 'MIT', studentUntil: inDays(30) };
  renderScreen('/verify-email?token=of-nobody', {
    user: student,
    'POST /api/auth/verify-email': () =>
      refuse(400, 'link-expired', 'This link has expired or was already used.'),
  });
  await expectUser().catch(() => {});
  await control('heading', 'This link no longer works');
  await shows(/Student until .+\. Request a new link in Account Settings\./);
});

test('the focus moves to the next blocked user when one is unblocked', async () => {
  let blocks = ['Ann Seller', 'Ben Seller'].map((name, at) => ({
    user: { ...ann, id: uuid(70 + at), name, createdAt: inDays(-9) },
    createdAt: inDays(-1),
  }));
  renderScreen('/account-settings', {
    ...settings,
    'GET /api/blocks': () => blocks,
    'DELETE /api/blocks/:userId': () => {
      blocks = blocks.slice(1);
      return { blocked: false };
    },
  });
  await press('Unblock Ann Seller');
  await waitFor(() => expect(screen.queryByText('Ann Seller')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Ben Seller'));
});
