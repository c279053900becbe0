import type { Page } from '@playwright/test';
import { delayResponses } from '#tests/support/browser/network.ts';
import { E2E_PASSWORD, uniqueWord, sendFirstMessage, sendMessageAs } from '#tests/support/browser/users.ts';
import { classSelector } from '#tests/support/browser/class-selector.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** The left, top, width and height of each element, in whole pixels. */
async function places(page: Page, selectors: readonly string[]): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const selector of selectors) {
    // While the data arrives, React may replace the element that was found.
    await expect(async () => {
      const box = await page.locator(selector).first().boundingBox();
      expect(box).not.toBeNull();
      found[selector] = [box!.x, box!.y, box!.width, box!.height].map(Math.round);
    }).toPass();
  }
  return found;
}

const TOLERANCE_PX = 1;

const head = 'header';
const iconButton = classSelector('ui/actions/icon-button', 'iconButton');
const draftLine = classSelector('ui/states/form-skeletons', 'draftLine');
const field = classSelector('ui/forms/field', 'field');
const fieldRow = classSelector('ui/forms/field', 'fieldRow');
const input = classSelector('ui/forms/fields', 'input');
const card = classSelector('ui/display/book-row', 'card');
const cards = classSelector('ui/display/book-row', 'list');
const checks = classSelector('ui/layout/lines', 'checks');
const price = classSelector('ui/display/price', 'price');
const section = classSelector('ui/layout/app-shell', 'section');
const portrait = classSelector('features/photos/web/profile-image-field', 'portrait');
const personRow = classSelector('ui/shared', 'personRow');
const bar = classSelector('ui/layout/header', 'bar');
const pinned = classSelector('ui/chat/chat-header', 'pinned');
const item = classSelector('ui/layout/list', 'item');
const heart = classSelector('ui/actions/heart-button', 'heart');
const cover = classSelector('ui/cover/cover', 'cover');
const boneCover = classSelector('ui/states/skeleton', 'cover');
const slab = classSelector('features/profiles/web/user-skeleton', 'slab');
const flatPanel = classSelector('features/profiles/web/user-page', 'flat');
const actionBar = classSelector('ui/layout/app-shell', 'actionBar');
const composer = classSelector('ui/chat/composer', 'composer');

type Arrival = {
  path: string;
  data: RegExp;
  /** What keeps its place. */
  stay: string[];
  arrived: string;
  /** The name of the link on that path that leads to the page, if the server sends the page with its data. */
  link?: string;
  /** False if the skeleton depends on the user. */
  isSessionHeld?: boolean;
};

/** Opens a page while its session and then its data are held back, and compares where things are. */
async function expectToStay(
  page: Page,
  { path, data, stay, arrived, link, isSessionHeld = true }: Arrival,
): Promise<void> {
  const releaseSession = isSessionHeld ? await delayResponses(page, '**/api/auth/token') : async () => {};
  const releaseData = await delayResponses(page, data);
  await openHydrated(page, path);
  if (link !== undefined) await page.getByRole('link', { name: link }).click();
  for (const selector of stay) await expect(page.locator(selector).first()).toBeVisible();
  await expect(page.locator(arrived)).toHaveCount(0);
  const atFirst = await places(page, stay);
  await releaseSession();
  await releaseData();
  await expect(page.locator(arrived).first()).toBeVisible();
  const atLast = await places(page, stay);
  for (const selector of stay)
    for (const [at, place] of atLast[selector]!.entries())
      expect
        .soft(Math.abs(place - atFirst[selector]![at]!), `${path}: ${selector}, ${at}`)
        .toBeLessThanOrEqual(TOLERANCE_PX);
}

test('what arrives stands where its skeleton stood', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Shape of ${uniqueWord()}` });
  // A fourth listing brings the button 'View all'.
  for (let count = 0; count < 3; count += 1) await ann.list({ title: `More of ${uniqueWord()}` });
  const id = await sendFirstMessage(bob, book, 'Hello');
  await sendMessageAs(ann, id, 'Hello');
  const page = await browse(bob);
  const seller = await browse(ann);
  const requests: string[] = [];
  seller.on('request', (sent) => requests.push(new URL(sent.url()).pathname));
  await expectToStay(seller, {
    path: `/book/${book.id}/edit`,
    data: /\/api\/books\//,
    stay: [
      `${head} ${iconButton}[aria-label="Close"]`,
      draftLine,
      field,
      `${field}:nth-of-type(3)`,
      fieldRow,
    ],
    arrived: 'textarea',
  });
  // The listing is in the document: it does not wait for the token.
  expect(requests).not.toContain(`/api/books/${book.id}`);
  await expectToStay(seller, {
    path: `/boost/${book.id}`,
    data: /\/api\/(books|payments)/,
    stay: [head, card, checks],
    arrived: `${card} ${price}`,
  });
  await expectToStay(seller, {
    path: '/profile',
    data: /\/api\/(books|subscription|payments)/,
    stay: [head, `${section} ${card}`],
    arrived: portrait,
  });
  await expectToStay(page, {
    path: '/profile',
    data: /\/api\/(books|subscription|payments)/,
    stay: [head, `${personRow} > :first-child`],
    arrived: portrait,
  });
  await expectToStay(page, {
    path: `/conversation/${id}`,
    data: /\/api\/conversations/,
    stay: [`${head} ${iconButton}`, `${bar} > :nth-child(2)`, pinned, actionBar, `${actionBar} ${input}`],
    arrived: `${composer} textarea`,
  });
  await expectToStay(page, {
    path: `/conversation/${id}`,
    link: ann.name,
    data: /\/api\/users\/[0-9a-f]{8}-/,
    stay: [
      `${slab}, ${flatPanel}`,
      head,
      personRow,
      `${personRow} > :first-child`,
      `main ${boneCover}, main ${cover}`,
    ],
    isSessionHeld: false,
    arrived: `main ${cover}`,
  });
  await bob.call('POST', '/api/favorites/toggle', { bookId: book.id, favorited: true });
  await expectToStay(page, {
    path: '/favorites',
    data: /\/api\/favorites/,
    stay: [head, `${cards} ${card}`],
    arrived: `${cards} ${card} ${heart}`,
  });
  // A second device: the first visit of this browser counts them, the next one reserves their place.
  const other = await browse(null);
  await openHydrated(other, '/');
  await other.evaluate(
    (body) =>
      fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    JSON.stringify({ email: bob.email, password: E2E_PASSWORD }),
  );
  await openHydrated(page, '/account-settings');
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toBeVisible();
  await expectToStay(page, {
    path: '/account-settings',
    data: /\/api\/users\/me\/(sessions|notifications)/,
    stay: [
      `${section}:nth-child(4) h2:text("Signed-in devices")`,
      `${section}:nth-child(4) ${item}`,
      `${section}:nth-child(4) ${item}:nth-child(2)`,
      `${section}:nth-child(5)`,
      `${section}:nth-child(5) ${item}`,
    ],
    isSessionHeld: false,
    arrived: `${section}:nth-child(4) ${item}:not([aria-hidden])`,
  });
  await expectToStay(page, {
    path: '/account-settings',
    data: /\/api\/users\/me\/(sessions|notifications)/,
    stay: [head, `${section}:nth-child(1)`, `${section}:nth-child(2) h2`],
    arrived: `${section}:nth-child(4) ${item}:not([aria-hidden])`,
  });
});
