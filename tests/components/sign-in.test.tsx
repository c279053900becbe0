import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectPath,
  expectUser,
  fill,
  follow,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { robin, sampleBook, tokenOf, uuid } from '#tests/support/components/sample-data.ts';

const signingIn = {
  'POST /api/auth/sign-in/email': {},
  'GET /api/auth/token': { token: tokenOf(robin) },
  'POST /api/users/sync': robin,
};

async function signIn(password = 'a-long-enough-password'): Promise<void> {
  await fill('Email', robin.email);
  await fill('Password', password);
  await userEvent.keyboard('{Enter}');
}

test('signing in from the header shows the reason of a refusal, then signs in', async () => {
  const { server } = renderScreen('/', {
    ...signingIn,
    'POST /api/auth/sign-in/email': () =>
      refuse(401, 'invalid-credentials', 'The email or the password is wrong.'),
  });
  await press('Sign In');
  const dialog = await control('dialog', 'Sign In');
  await press('Sign In', dialog);
  await shows('Email is required', dialog);
  await shows('Password is required', dialog);
  await signIn('not the password');
  await shows('The email or the password is wrong.', dialog);
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  server.answers['POST /api/auth/sign-in/email'] = {};
  await userEvent.keyboard('{Enter}');
  await expectUser();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectPath('/');
});

test('signing up from the header works in the sign-in dialog, which keeps the email', async () => {
  const { server } = renderScreen('/', { ...signingIn, 'POST /api/auth/sign-up/email': {} });
  await press('Sign Up');
  await fill('Email', robin.email);
  await follow('Sign In', await control('dialog', 'Sign Up'));
  const dialog = await control('dialog', 'Sign In');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(robin.email);
  await follow('Sign Up', dialog);
  await fill('Name', robin.name);
  await fill('Password', 'a-long-enough-password');
  await press('Sign Up', await control('dialog', 'Sign Up'));
  await expectUser();
  expect(server.sent('POST /api/auth/sign-up/email')).toMatchObject([
    { email: robin.email, name: robin.name },
  ]);
});

test('a visitor’s pending intent expires after half an hour', async () => {
  renderScreen('/', signingIn);
  await follow(/^Profile/);
  await shows('Sign in to see your profile.');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  await signIn();
  await expectUser();
  await expectPath('/');
});

test('an intent that was left is not performed after a later sign-in', async () => {
  const { server } = renderScreen(`/book/${uuid(10)}`, { ...signingIn, 'GET /api/books/:id': sampleBook() });
  await press('Favorite');
  await shows('Sign in to save');
  await follow('Back');
  await expectPath(`/book/${uuid(10)}`);
  history.pushState(null, '', '/sign-in');
  await shows('Buy and sell with students on your campus.');
  await signIn();
  await expectUser();
  expect(server.sent('POST /api/favorites/toggle')).toEqual([]);
});

test('a user who is not an admin is sent from the dashboard to Home, and sees nothing of it', async () => {
  let hasSeen = false;
  new MutationObserver(() => {
    hasSeen ||= document.body.textContent.includes('Manage books and users');
  }).observe(document.body, { childList: true, subtree: true });
  renderScreen('/admin', { user: robin });
  await expectPath('/');
  await control('heading', 'No books found');
  expect(hasSeen).toBe(false);
});
