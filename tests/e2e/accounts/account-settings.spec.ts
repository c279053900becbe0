import type { Page } from '@playwright/test';
import { failResponses, delayResponses } from '#tests/support/browser/network.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const everywhere = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Sign out everywhere', exact: true });

test('signing out everywhere asks for confirmation, and says that it includes this device', async ({
  browse,
  person,
  watch,
}) => {
  // A concurrent request gets the response that the session has ended.
  watch.allow(/^401 /);
  const page = await browse(await person('Ann Reader'));
  await openHydrated(page, '/account-settings');
  await everywhere(page).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(question).toContainText('including this one');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await everywhere(page).click();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('nothing moves while the settings load, and no switch shows before its state is known', async ({
  browse,
  person,
}) => {
  const page = await browse(await person('Ann Reader'));
  await page.addInitScript(() => {
    const moved: unknown[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({ type: 'layout-shift' });
  });
  const release = await delayResponses(page, /\/api\/users\/me\/(notifications|sessions)$/);
  await openHydrated(page, '/account-settings');
  await expect(page.getByRole('status').filter({ hasText: 'Loading your devices...' })).toBeAttached();
  await expect(page.getByText('Also email me')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Also email me' })).toHaveCount(0);
  await expect(everywhere(page)).toHaveCount(0);
  await release();
  await expect(everywhere(page)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Also email me' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { moved: unknown[] }).moved)).toEqual([]);
});

test('settings that fail to load show an error at their switch', async ({ browse, person, watch }) => {
  watch.allow(/^500 GET \/api\/users\/me\/notifications/);
  const page = await browse(await person('Ann Reader'));
  const mend = await failResponses(page, /\/api\/users\/me\/notifications$/);
  await openHydrated(page, '/account-settings');
  const row = page
    .getByRole('main')
    .locator('div')
    .filter({ hasText: 'Also email me', has: page.getByText("Couldn't be loaded") })
    .last();
  await expect(row).toContainText("Couldn't be loaded");
  await mend();
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('switch', { name: 'Also email me' })).toBeVisible();
});

test('the last of several choices wins while the calls are slow', async ({ browse, person }) => {
  const user = await person('Ann Reader');
  const page = await browse(user);
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true }),
  );
  await openHydrated(page, '/account-settings');
  const wanted = page.getByRole('switch', { name: 'Wanted books' });
  await expect(wanted).toBeDisabled();
  await expect(wanted).not.toBeChecked();
  const choice = (name: RegExp) => page.getByRole('radio', { name });
  await expect(choice(/^Once a day/)).toBeVisible();
  const release = await delayResponses(page, /\/api\/users\/me\/notifications$/);
  for (const name of [/^At once/, /^Once a day/, /^At once/, /^Not at all/]) {
    await choice(name).click();
    await expect(choice(name)).toBeChecked();
  }
  await release();
  await expect
    .poll(
      async () => (await user.call<{ mailWanted: string }>('GET', '/api/users/me/notifications')).mailWanted,
    )
    .toBe('off');
  await page.reload();
  await expect(choice(/^Not at all/)).toBeChecked();
});

test('each setting is either in the profile or in the account settings', async ({ browse, person }) => {
  const page = await browse(await person('Ann Reader'));
  const settings = async (path: string, last: string) => {
    await openHydrated(page, path);
    await expect(page.getByRole('button', { name: last })).toBeVisible();
    await expect(page.locator('main [aria-hidden=true]:empty')).toHaveCount(0);
    return page.locator('main').locator('a, button, label, h2').allInnerTexts();
  };
  const inProfile = await settings('/profile', 'Sign Out');
  const inSettings = await settings('/account-settings', 'Delete my account');
  expect(inProfile.join()).toContain('Go Ad-Free');
  expect(inSettings.join()).toContain('Change Password');
  expect(inSettings.filter((text) => inProfile.includes(text))).toEqual([]);
});
