import { skipInterstitial } from '#tests/support/browser/interstitials.ts';
import { grantRole } from '#tests/support/browser/staff.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { verifyEmailsIn } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { createUser, uniqueWord } from '#tests/support/browser/users.ts';

test('where first listings are reviewed, a new seller waits until the team approves', async ({
  browse,
  watch,
}) => {
  watch.allow(/^404 GET (\/api\/books|\/book)\//);
  const server = await E2eServer.start({ DEMO: '1', APPROVE_FIRST_LISTING: '1' });
  try {
    const [ann, mia] = [
      await createUser(server.url, 'Ann Seller'),
      await createUser(server.url, 'Mia First'),
    ];
    await verifyEmailsIn(server.dataDir, [ann, mia]);
    await grantRole(server.url, 'moderator', mia);
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
    const [book] = await ann.call<{ id: string }[]>('GET', '/api/books');
    const search = `/?search=${title.split(' ')[1]}`;
    await openHydrated(seller, `/book/${book!.id}`);
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
