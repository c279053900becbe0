import { mailedLink, verifyEmail, waitForMail } from '#tests/support/browser/mails.ts';
import { installFakePushManager } from '#tests/support/browser/push.ts';
import { E2eServer, redirectHosts } from '#tests/support/browser/server.ts';
import { E2E_PASSWORD, createUser, newEmail, uniqueIsbn, uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { FakePushService } from '#tests/support/fakes/fake-push-service.ts';

let pushService: FakePushService;
let server: E2eServer;
test.beforeAll(async () => {
  pushService = await FakePushService.start('https://fcm.googleapis.com');
  server = await E2eServer.start({
    ISBN_LOOKUP: 'off',
    ...redirectHosts({ 'fcm.googleapis.com': pushService.address }),
  });
});
test.afterAll(async () => {
  await server.stop();
  await pushService.stop();
});

test('a visitor asks to hear of a book, signs up, and gets dot, push and mail once it is listed', async ({
  browse,
}) => {
  test.slow();
  const [isbn, email, phone] = [uniqueIsbn(), newEmail(), pushService.device()];
  const page = await browse(null, { baseURL: server.url, serviceWorkers: 'allow' });
  await installFakePushManager(page, phone.subscription);
  const search = `/?search=${isbn}&maxPrice=2000&minCondition=Good`;
  await openHydrated(page, search);
  await expect(page.getByText('Up to $20.00, at least Good')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me when it is listed' }).click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Name').fill('Wanda Waits');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(currentToast(page)).toContainText('Added to Wanted');
  await expect(page).toHaveURL(search);
  await expect(page.getByRole('link', { name: "We'll let you know" })).toBeVisible();
  await openHydrated(page, await mailedLink(email, 'verify-email', server.dataDir));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await openHydrated(page, '/account-settings');
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/users/me/push-token'));
  await page.getByRole('switch', { name: 'Notify me of new messages' }).click();
  expect((await stored).status()).toBe(200);
  const chosen = page.waitForResponse(
    (response) => response.url().endsWith('/notifications') && response.request().method() === 'PATCH',
  );
  const atOnce = page.getByRole('radio', { name: 'At once' });
  await atOnce.click();
  await expect(atOnce).toBeChecked();
  expect((await chosen).status()).toBe(200);
  await page.getByRole('link', { name: 'Back' }).click();
  const favorites = page.getByRole('link', { name: /^Favorites/ });
  await expect(favorites).not.toHaveAccessibleName(/new listings you want/);

  const seller = await createUser(server.url, 'Sella Seller');
  // Listings of others wait for the next morning.
  await verifyEmail(seller, server.dataDir);
  const book = await seller.list({ title: `History of ${uniqueWord()}`, isbn, price: 1_200 });
  await expect.poll(() => phone.received.map(({ title }) => title)).toEqual([`Listed: ${book.title}`]);
  expect(phone.received[0]!.path).toBe(`/book/${book.id}`);
  const mail = await waitForMail(email, 'Subject: A book that you want', server.dataDir);
  expect(mail).toContain(`/book/${book.id}\n`);
  await expect(favorites).toHaveAccessibleName(/new listings you want/);
  await favorites.click();
  await page.getByRole('tab', { name: /^Wanted/ }).click();
  await expect(page).toHaveURL('/favorites?tab=wanted');
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Edit/ }) });
  await expect(entry.getByRole('link', { name: /New: / })).toContainText(book.title);
  await expect(favorites).toHaveAccessibleName('Favorites');
  await expect(entry).toContainText('Up to $20.00, at least Good');
  const available = entry.getByRole('link', { name: '1 available from $12.00' });
  await expect(available).toHaveAttribute('href', `${search}&sort=price`);

  await entry.getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Highest price').fill('10');
  await page.getByRole('button', { name: 'Fair' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toContainText('Up to $10.00, at least Fair');
  await expect(entry).toContainText('None listed');
  await entry.getByRole('button', { name: /^Edit/ }).click();
  const { promise: removing, resolve } = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/wanted/*', (route) =>
    route.request().method() === 'DELETE' ? resolve(() => route.continue()) : route.continue(),
  );
  await page.getByRole('button', { name: 'Remove from wanted' }).click();
  // At once; an undo before the answer waits for it.
  await expect(page.getByText('Nothing wanted yet')).toBeVisible();
  const finishRemoval = await removing;
  const restored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/wanted') && answer.request().method() === 'POST',
  );
  await currentToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toBeVisible();
  await finishRemoval();
  expect((await restored).status()).toBe(201);
  await openHydrated(page, '/favorites?tab=wanted');
  await expect(entry).toContainText('Up to $10.00, at least Fair');
});
