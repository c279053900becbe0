import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import {
  E2E_PASSWORD,
  signInDemoAdmin,
  type ListedBook,
  type E2eUser,
  sendMessageAs,
  uniqueWord,
  sendFirstMessage,
} from '#tests/support/browser/users.ts';
import { uploadPhotoAs } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const nowhere = '0192f0c1-2345-7abc-8def-0123456789ab';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

/** Name and URL of the page, and an element to wait for before the checks. */
type Screen = [screen: string, path: string, shown: string | RegExp | ((page: Page) => Promise<void>)];

/** Screenshots are artifacts of a run of these journeys alone. */
const pictureOf =
  process.env.E2E_WITHOUT_RECORDS === '1' ? undefined : (name: string) => test.info().outputPath(name);

/** Opens each page, and checks it in both themes. */
async function lookAtAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [screen, path, shown] of screens) {
    await test.step(screen, async () => {
      await openHydrated(page, path);
      if (typeof shown === 'function') await shown(page);
      else await expect(heading(page, shown), screen).toBeVisible();
      await expectAccessibleInBothThemes(page, screen, pictureOf);
    });
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });
test.beforeEach(() => test.slow());

const LONG_WORD = 'Rechtsschutzversicherungsgesellschaften';
const long = () => `Ein Wort: ${LONG_WORD.repeat(3)} ${uniqueWord()}`;

test('pages for visitors', async ({ page, person, watch }) => {
  watch.allow(/^404 GET /);
  const seller = await person('Ann Seller');
  const sold = await seller.list({
    title: long(),
    author: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2),
    description: `https://example.org/${'x'.repeat(200)}`,
    isbn: '9780262046305',
    price: 999_999,
  });
  const photos = [await uploadPhotoAs(seller, page.request), await uploadPhotoAs(seller, page.request)];
  const pictured = await seller.list({ title: `Pictured ${uniqueWord()}`, images: photos });
  await seller.call('PATCH', `/api/books/${sold.id}`, { isSold: true });
  await lookAtAll(page, [
    ['Home', '/', /^Book Swap$/],
    ['Home, searched', `/?search=${pictured.title.split(' ')[1]}`, pictured.title],
    ['Home without results', `/?search=${uniqueWord()}`, 'No books found'],
    ['Book', `/book/${pictured.id}`, pictured.title],
    ['Book, sold, with long words', `/book/${sold.id}`, sold.title],
    ['Public profile', `/user/${seller.id}`, 'Ann Seller'],
    ['Unknown user', `/user/${nowhere}`, 'Profile not found'],
    ['Unknown book', `/book/${nowhere}`, 'Book not found'],
    ['Sign in', '/sign-in', 'Sign In'],
    ['Sign up', '/sign-up', 'Sign Up'],
    ['Sign-in at a private URL', '/add-listing', 'Sign In'],
    ['Forgot password', '/forgot-password', 'Forgot password?'],
    ['Reset password', '/reset-password?token=of-nobody', 'Choose a new password'],
    ['Verify email', '/verify-email?token=of-nobody', 'Sign In'],
    ['Help', '/help', 'Help & Support'],
    ['Privacy', '/privacy', 'Privacy Policy'],
    ['Terms', '/terms', 'Terms'],
    ['Imprint', '/imprint', 'Imprint'],
    ['Accessibility', '/accessibility', 'Accessibility'],
    ['Transparency', '/transparency', 'Transparency'],
    ['Report illegal content', '/report-illegal?url=/help', 'Report illegal content'],
    ['Confirm a notice', '/notice?token=of-nobody', 'Confirm your report'],
    ['Appeal by a link', '/appeal', "This link doesn't work"],
    ['404', '/nowhere', '404 Page Not Found'],
  ]);
  await test.step('the offline page', async () => {
    await page.goto('/offline.html');
    await expect(heading(page, 'Not available offline')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'Offline', pictureOf);
  });
});

test('pages for a new user', async ({ browse, person, watch }) => {
  watch.allow(/^400 POST \/api\/auth\/verify-email/);
  const user = await person('Wolfeschlegelsteinhausenbergerdorff Hubert Blaine');
  const page = await browse(user);
  for (const other of [await browse(), await browse()]) {
    const data = { email: user.email, password: E2E_PASSWORD };
    expect((await other.request.post('/api/auth/sign-in/email', { data })).ok()).toBe(true);
  }
  await lookAtAll(page, [
    ['Profile, new', '/profile', 'Nothing for sale yet'],
    ['Public profile, empty, long name', `/user/${user.id}`, user.name],
    [
      'Account settings',
      '/account-settings',
      (at) => expect(at.getByRole('button', { name: /^Sign Out .* of 3$/ })).toHaveCount(2),
    ],
    ['Change password', '/change-password', 'Change Password'],
    ['Verify email, invalid link', '/verify-email?token=of-nobody', 'This link no longer works'],
    ['Add listing', '/add-listing', 'Add listing'],
    ['Shelf without a camera', '/add-listing/shelf', 'Scan one after the other'],
    ['Favorites, empty', '/favorites', 'No favorites yet'],
    ['Messages, empty', '/messages', 'No messages yet'],
    ['Conversation, invalid', '/conversation/new', 'Invalid conversation'],
    ['Subscribe', '/subscribe', (at) => expect(at.getByLabel('Card number')).toBeVisible()],
  ]);
});

/** A user who sells, has purchases, and has conversations. */
async function busyLife(person: (name: string) => Promise<E2eUser>) {
  const [ann, bob] = [
    await person(`Anneliese ${LONG_WORD}`),
    await person('Wolfeschlegelsteinhausenbergerdorff Hubert Blaine'),
  ];
  for (const user of [ann, bob])
    await user.call('PATCH', '/api/users/me', { university: `${LONG_WORD} University` });
  const list = (seller: E2eUser, title: string, more: object = {}): Promise<ListedBook> =>
    seller.list({ title, ...more });
  const mine = await list(bob, `Kept ${uniqueWord()}, 2nd Edition`, { price: 0 });
  const gone = await list(bob, `Sold ${'Wortungetüm'.repeat(8)}`);
  await bob.call('PATCH', `/api/books/${gone.id}`, { isSold: true });
  const theirs = await list(ann, `Talk of ${LONG_WORD} ${uniqueWord()}, 4th Edition`);
  const other = await list(ann, `Silence of ${uniqueWord()}`);
  for (const { id } of [theirs, gone])
    await bob.call('POST', '/api/favorites/toggle', { bookId: id, favorited: true });
  const talk = await sendFirstMessage(bob, theirs, `Hello\n\nhttps://example.org/${'x'.repeat(300)}`);
  await sendMessageAs(ann, talk, 'Hm'.repeat(200));
  return { ann, bob, mine, theirs, other, talk };
}

test('pages for an active user', async ({ browse, person }) => {
  const { ann, bob, mine, theirs, other, talk } = await busyLife(person);
  const page = await browse(bob);
  const articles = (count: number) => (at: Page) => expect(at.getByRole('article')).toHaveCount(count);
  await lookAtAll(page, [
    ['Home of a user', '/', /^Book Swap$/],
    [
      'Messages, one unread',
      '/messages',
      (at) => expect(at.getByRole('main').getByText('Unread')).toBeAttached(),
    ],
    ['Conversation', `/conversation/${talk}`, (at) => expect(at.getByText('HmHm')).toBeVisible()],
    ['Conversation, new', `/conversation/new?sellerId=${ann.id}&bookId=${other.id}`, 'Message Ann'],
    ['Book of another user', `/book/${theirs.id}`, theirs.title],
    ['Own book', `/book/${mine.id}`, mine.title],
    ['Edit', `/book/${mine.id}/edit`, 'Edit listing'],
    ['Favorites', '/favorites', articles(2)],
    ['Profile', '/profile', articles(2)],
    ['Boost', `/boost/${mine.id}`, (at) => expect(at.getByLabel('Card number')).toBeVisible()],
  ]);
});

test('pages for an admin', async ({ baseURL, browse, person }) => {
  const { ann, theirs } = await busyLife(person);
  await ann.call('POST', '/api/support', {
    name: ann.name,
    email: ann.email,
    subject: 'Help',
    message: 'Rechtsschutzversicherungsgesellschaften '.repeat(3),
  });
  const reporter = await person('Rea Porter');
  await reporter.call('POST', '/api/reports', { kind: 'book', id: theirs.id, reason: 'fake', text: 'Look.' });
  const page = await browse(await signInDemoAdmin(baseURL!));
  const tab =
    (name: string, shown: (at: Page) => Promise<void> = () => Promise.resolve()) =>
    async (at: Page) => {
      await expect(at.getByRole('tab', { name: new RegExp(`^${name}( \\d+ open)?$`) })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await shown(at);
    };
  const articles = (at: Page) => expect(at.getByRole('article').first()).toBeVisible();
  await lookAtAll(page, [
    [
      'Admin, Overview',
      '/admin',
      tab('Overview', async (at) => {
        await expect(at.getByRole('img', { name: 'Income per day' })).toBeVisible();
        await expect(at.getByRole('link', { name: /open cases?$/ })).toBeVisible();
      }),
    ],
    ['Admin, Books', '/admin?tab=books', tab('Books', articles)],
    ['Admin, Users', '/admin?tab=users', tab('Users', articles)],
    ['Admin, Data', '/admin?tab=data', tab('Data')],
    [
      'Admin, Support',
      '/admin?tab=support',
      tab('Support', (at) => expect(at.getByText('Rechtsschutz').first()).toBeVisible()),
    ],
    [
      'Admin, Cases',
      '/admin?tab=cases',
      tab('Cases', (at) => expect(at.locator('a[href^="/admin/cases/"]').first()).toBeVisible()),
    ],
    ['Admin, Audit log', '/admin?tab=audit', tab('Audit log')],
  ]);
});
