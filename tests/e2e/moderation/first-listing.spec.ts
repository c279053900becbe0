import { skipInterstitial } from '#tests/support/browser/interstitials.ts';
import { grantRole } from '#tests/support/browser/staff.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { makeAdminIn, verifyEmailsIn } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { createUser, uniqueWord } from '#tests/support/browser/users.ts';

test('where first listings are reviewed, a new seller waits until the team approves', async ({
  browse,
  watch,
}) => {
  watch.allow(/^404 GET (\/api\/books|\/book)\//);
  const server = await E2eServer.start({ APPROVE_FIRST_LISTING: '1' });
  try {
    const ann = await createUser(server.url, 'Ann Seller');
    const mia = await createUser(server.url, 'Mia First');
    const admin = await createUser(server.url, 'Nico Lead');
    await verifyEmailsIn(server.dataDir, [ann, mia, admin]);
    await makeAdminIn(server.dataDir, admin);
    await grantRole(admin, 'moderator', mia);
    const options = { baseURL: server.url };
    const [seller, visitor] = [await browse(ann, options), await browse(null, options)];
    const title = `First ${uniqueWord()}`;
    await openHydrated(seller, '/add-listing');
    const field = (name: string) => seller.getByRole('textbox', { name, exact: true });
    await field('Title').fill(title);
    await field('Author').fill('Ada Author');
    await seller.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'Good' });
    await seller.getByRole('combobox', { name: 'Subject' }).selectOption({ label: 'Science' });
    await field('Price').fill('20');
    await seller.getByRole('banner').getByRole('button', { name: 'Post' }).click();
    await skipInterstitial(seller, 'Boost Your Listing!', 'Continue');
    await expect(currentToast(seller)).toContainText('We check the first listing of each account');
    const search = `/?search=${title.split(' ')[1]}`;
    await openHydrated(seller, '/profile');
    const own = seller.getByRole('article').filter({ hasText: title });
    await expect(own).toContainText('Waiting for review');
    await own.getByRole('link', { name: title, exact: true }).click();
    await expect(seller.getByRole('status').filter({ hasText: 'Waiting for review' })).toBeVisible();
    await openHydrated(visitor, search);
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);

    const team = await browse(mia, options);
    await openHydrated(team, '/admin?tab=cases&show=first-listings');
    await team.locator('a[href^="/admin/cases/"]').filter({ hasText: title }).click();
    await team.getByRole('button', { name: /^Approve/ }).click();
    await expect(currentToast(team)).toContainText('Listing approved');
    await openHydrated(visitor, search);
    await expect(visitor.getByRole('link', { name: title })).toBeVisible();
    await seller.reload();
    await expect(seller.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(seller.getByText('Waiting for review')).toHaveCount(0);
    // Their requests end before the server does.
    for (const page of [seller, visitor, team]) await page.close();
  } finally {
    await server.stop();
  }
});
