import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { AdminUser } from '#features/administration/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectToast,
  fill,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { localeOfTests } from '#tests/support/test-market.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import { provideLocale } from '#platform/shared/texts/locale.ts';
import { robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const fields = ['Name', 'Email', 'Subject', 'Message'];
const values = () => fields.map((name) => screen.getByLabelText<HTMLInputElement>(name).value);

test('a message is validated, survives a failure and a reload, and arrives', async () => {
  renderScreen('/help', { 'POST /api/support': () => refuse(503) });
  await press('Send Message');
  for (const name of fields) await shows(`${name} is required`);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await fill('Name', 'Robin');
  await fill('Email', 'robin@northfield');
  await fill('Subject', 'Editions');
  await fill('Message', 'First\nSecond');
  await press('Send Message');
  await shows('Enter an email like name@university.edu');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await fill('Email', robin.email);
  await press('Send Message');
  await shows("wasn't sent. It's saved here");

  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen('/help', { 'POST /api/support': () => promise });
  await waitFor(() => expect(values()).toEqual(['Robin', robin.email, 'Editions', 'First\nSecond']));
  await press('Send Message');
  await control('button', 'Sending...');
  resolve(Response.json({ received: true }));
  await shows("Thank you for contacting us! We'll get back to you within 24 hours.");
  expect(values()).toEqual(['', '', '', '']);
  expect(server.sent('POST /api/support')).toMatchObject([{ subject: 'Editions', message: 'First\nSecond' }]);
});

test('readers of a draft are asked for better words, and the message names the page and the language', async () => {
  const german = localeOfTests('de');
  const english = localeOfTests();
  provideLocale(() => german);
  try {
    renderScreen('/sign-in');
    const link = await screen.findByRole('link', { name: 'Schreibe uns' });
    expect(link.getAttribute('href')).toBe('/help?wording=%2Fsign-in');
    cleanup();
    renderScreen('/help?wording=%2Fsign-in');
    const message = await screen.findByLabelText<HTMLTextAreaElement>('Nachricht');
    await waitFor(() => expect(message.value).toBe('Seite: /sign-in\n\n'));
    expect(screen.getByLabelText<HTMLInputElement>('Betreff').value).toBe('Bessere Formulierung (Deutsch)');
    expect(document.activeElement).toBe(message);
  } finally {
    cleanup();
    provideLocale(() => english);
  }
});

test('a list of languages says which are drafts, and a language that is none asks for nothing', async () => {
  const offered = { ...localeOfTests(), languages: ['en', 'de'] as const };
  provideLocale(() => offered);
  try {
    renderScreen('/sign-in');
    await control('button', 'Deutsch (draft)');
    await control('button', 'English');
    expect(screen.queryByRole('link', { name: 'Tell us' })).toBeNull();
  } finally {
    cleanup();
    provideLocale(() => localeOfTests());
  }
});

const admin: CurrentUser = { ...robin, isAdmin: true, roles: ['admin'] };

test('what would be cleaned up is listed before it is deleted in batches, and samples can be added', async () => {
  const batches = [
    { deletedBooks: 200, deletedUsers: 3 },
    { deletedBooks: 4, deletedUsers: 2 },
  ];
  const { server } = renderScreen('/admin?tab=data', {
    user: admin,
    'GET /api/admin/cleanup-test-data': {
      books: [{ id: uuid(10), title: 'Dummy book', price: 100 }],
      users: [],
      isComplete: true,
    },
    'DELETE /api/admin/cleanup-test-data': () => batches.shift()!,
    'POST /api/admin/seed-textbooks': () => refuse(503),
  });
  await press('Clean Test Data');
  await shows('Dummy book', await screen.findByRole('dialog'));
  await press('Cancel', screen.getByRole('dialog'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(batches).toHaveLength(2);
  await press('Clean Test Data');
  await press('Clean Test Data', await screen.findByRole('dialog'));
  await expectToast(/Test Data Cleaned\s*Deleted 204 test books and 5 test users/);
  await press('Add Sample Textbooks');
  await expectToast('Failed to seed textbooks');
  server.answers['POST /api/admin/seed-textbooks'] = { count: 5 };
  await press('Add Sample Textbooks');
  await expectToast(/Textbooks Seeded\s*Added 5 sample textbooks/);
  expect((server.sent('POST /api/admin/seed-textbooks')[1] as { textbooks: [] }).textbooks).toHaveLength(5);
});

test('a failed action shows an error and keeps the data', async () => {
  const book = sampleBook();
  const { server } = renderScreen('/admin?tab=books', {
    user: admin,
    'GET /api/admin/books': () => refuse(503),
    'GET /api/admin/books/:id/removal': { photos: 0, conversations: 0, favorites: 0 },
    'DELETE /api/admin/books/:id': () => refuse(503),
  });
  await shows('Failed to load books');
  server.answers['GET /api/admin/books'] = [
    { ...book, seller: { ...book.seller, email: 'ann@mit.example' } },
  ];
  await press('Retry');
  const card = await screen.findByRole('article');
  await press(/^Delete/, card);
  await press('Delete', await screen.findByRole('dialog'));
  await expectToast('Failed to delete book. Please try again.');
  expect((await control('button', /^Delete/, card)).matches(':disabled, [aria-disabled=true]')).toBe(false);
});

const member = (roles: StaffRole[]): CurrentUser => ({ ...robin, isAdmin: roles.includes('admin'), roles });
const tabs = async () =>
  (await screen.findAllByRole('tab')).map((tab) => tab.textContent?.replace(/\d+.*$/, '').trim());

test('members of the team see the tabs of their roles, the first one open', async () => {
  renderScreen('/admin', { user: member(['course-editor']), 'GET /api/courses': [] });
  expect(await tabs()).toEqual(['Courses', 'Places']);
  await shows('Courses, editions and places');
  await control('tab', 'Courses');
  expect(screen.getByRole('tab', { name: 'Courses' }).getAttribute('aria-selected')).toBe('true');
  cleanup();
  renderScreen('/profile', { user: member(['moderator']) });
  await control('link', 'Admin Dashboard');
  cleanup();
  renderScreen('/admin', { user: robin });
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('the dashboard says what its member has it for', async () => {
  renderScreen('/admin', {
    user: member(['moderator']),
    'GET /api/staff/cases/summary': { open: 0, inReview: 0, late: 0 },
    'GET /api/staff/cases': [],
  });
  await shows('Reports, notices and appeals');
  await shows('No cases here');
});

test('the dashboard asks for the passkey of a member whose role needs it', async () => {
  renderScreen('/admin?tab=courses', { user: { ...member(['course-editor']), needsPasskey: true } });
  await shows('Use your passkey');
  cleanup();
  // Added in another session since.
  renderScreen('/admin?tab=users', {
    user: admin,
    'GET /api/admin/users': () => refuse(403, 'passkey-required'),
  });
  await shows('Use your passkey');
});

test('roles are set in a dialog, in which the last admin keeps the role', async () => {
  const { needsPasskey: _, isAdFreeSubscriber: _ads, ...publicFields } = robin;
  const listed: AdminUser = {
    ...publicFields,
    name: 'Ruth Abara',
    isAdmin: true,
    roles: ['admin'],
    staffSince: '2026-05-04T10:00:00.000Z',
    adminLock: 'last',
    pausedUntil: null,
    activeListings: 0,
  };
  const { server } = renderScreen('/admin?tab=users', {
    user: admin,
    'GET /api/admin/users': [listed],
    'PUT /api/admin/users/:id/roles': () => refuse(409, 'last-admin-keeps-role', 'Somebody was faster.'),
  });
  await press('Team');
  await waitFor(() => expect(location.search).toContain('only=team'));
  await press('Roles of Ruth Abara');
  const dialog = await screen.findByRole('dialog');
  await shows('In the team since May 2026', dialog);
  const last = await control('switch', /^Admin/, dialog);
  expect(last.matches(':disabled')).toBe(true);
  const why = document.getElementById(last.getAttribute('aria-describedby')!);
  expect(why?.textContent).toBe('Ruth is the last admin and keeps the role. Make someone else admin first.');
  await userEvent.click(await control('switch', /^Moderator/, dialog));
  await press('Save', dialog);
  await expectToast('Somebody was faster.');
  server.answers['PUT /api/admin/users/:id/roles'] = { roles: ['moderator', 'admin'] };
  await press('Save', dialog);
  await expectToast('Roles saved');
  expect(server.sent('PUT /api/admin/users/:id/roles').at(-1)).toEqual({ roles: ['moderator', 'admin'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
