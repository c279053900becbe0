import { createECDH } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { installFakePushManager } from '#tests/support/browser/push.ts';
import { setOfflineWithWorker, offlineFallback, serviceWorkerOf } from '#tests/support/browser/offline.ts';
import { E2E_PASSWORD, uniqueWord, sendFirstMessage, sendMessageAs } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const allowed = { serviceWorkers: 'allow' } as const;

test('visited pages are available offline, and private ones are gone after signing out', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Kept ${uniqueWord()}` });
  const unread = await ann.list({ title: `Never opened ${uniqueWord()}` });
  const id = await sendFirstMessage(bob, book, 'Is it still there?');
  const page = await browse(bob, allowed);
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  const pages: [path: string, shown: string][] = [
    [`/book/${book.id}`, book.title],
    ['/messages', book.title],
    [`/conversation/${id}`, 'Is it still there?'],
  ];
  const allShown = async () => {
    for (const [path, shown] of pages) {
      await page.goto(path);
      await expect(page.getByText(shown).first()).toBeVisible();
    }
  };
  await allShown();
  const kept = () => page.evaluate(async () => (await caches.keys()).join());
  await expect.poll(kept).toContain('bookswap:private:');

  await setOfflineWithWorker(page, worker, true);
  await allShown();
  for (const path of [`/book/${unread.id}`, '/subscribe', '/admin']) {
    await page.goto(path);
    await expect(offlineFallback(page)).toBeVisible();
  }

  await setOfflineWithWorker(page, worker, false);
  await openHydrated(page, '/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect.poll(kept).not.toContain('bookswap:private:');
  await setOfflineWithWorker(page, worker, true);
  await page.goto(`/conversation/${id}`);
  await expect(offlineFallback(page)).toBeVisible();
});

test('private cached data shows to its user only; public data lasts a week at most', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|^40[14] GET|status of 40[14]/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const [book, sold] = [await ann.list({ title: uniqueWord() }), await ann.list({ title: uniqueWord() })];
  const id = await sendFirstMessage(bob, book, 'For Ann alone');
  const page = await browse(bob, allowed);
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  /** The status of a response; 0 if there is none. */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    page.evaluate(
      ([address, sent]) =>
        fetch(address, { headers: sent }).then(
          ({ status }) => status,
          () => 0,
        ),
      [path, headers] as const,
    );
  await page.goto(`/conversation/${id}`);
  await expect(page.getByText('For Ann alone').first()).toBeVisible();
  const own = async () => {
    const key = (await page.evaluate(() => caches.keys())).find((name) => name.includes(':private:'));
    return key?.split(' ')[1];
  };
  const keptMessages = () =>
    page.evaluate(async () => {
      for (const name of await caches.keys()) {
        if (!name.includes(':private:')) continue;
        for (const { url } of await (await caches.open(name)).keys())
          if (url.includes('/messages')) return new URL(url).pathname + new URL(url).search;
      }
      return '';
    });
  await expect.poll(keptMessages).not.toBe('');
  const kept = await keptMessages();
  const sub = (await own())!;
  const tokenOf = (userId: string) =>
    `Bearer h.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.s`;
  // A user who is online never sees cached data.
  expect(await ask(kept)).toBe(401);

  expect(await ask(`/api/books/${book.id}`)).toBe(200);
  expect(await ask(`/api/books/${sold.id}`)).toBe(200);
  await ann.call('DELETE', `/api/books/${sold.id}`);
  expect(await ask(`/api/books/${sold.id}`)).toBe(404);

  await setOfflineWithWorker(page, worker, true);
  expect(await ask(kept, { authorization: tokenOf(sub) })).toBe(200);
  expect(await ask(kept, { 'x-offline-user': encodeURIComponent(sub) })).toBe(200);
  expect(await ask(kept, { authorization: tokenOf('another') })).toBe(0);
  expect(await ask(kept, { 'x-offline-user': 'another' })).toBe(0);
  expect(await ask(kept)).toBe(0);
  // Deleted content is removed from the cache; the rest stays for a week.
  expect(await ask(`/api/books/${sold.id}`)).toBe(0);
  expect(await ask(`/api/books/${book.id}`)).toBe(200);
  await worker.evaluate(() => {
    const later = Date.now() + 8 * 86_400_000;
    Date.now = () => later;
  });
  expect(await ask(`/api/books/${book.id}`)).toBe(0);
  expect(await ask(kept, { authorization: tokenOf(sub) })).toBe(200);
});

/** The payload that the push service would deliver to the browser. */
async function push(context: BrowserContext, page: Page, payload: object): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
  await devtools.detach();
}

/** A headless browser shows no notifications and never hides a page, so both are simulated. */
async function playShade(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    type Page = { visibilityState: string; postMessage(message: unknown): void };
    const { registration, clients } = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { matchAll(options?: object): Promise<Page[]>; looked?: boolean; looks?: number };
    };
    const matchAll = clients.matchAll.bind(clients);
    clients.matchAll = async (options) => {
      const pages = await matchAll(options);
      if (clients.looked) {
        clients.looks = (clients.looks ?? 0) + 1;
        return pages;
      }
      return pages.map((page) => ({
        visibilityState: 'hidden',
        focus: async () => {},
        postMessage: (message: unknown) => page.postMessage(message),
      }));
    };
    const shade = new Map<string, Notification>();
    registration.showNotification = async (title, options = {}) => {
      const tag = options.tag ?? '';
      shade.set(tag, { ...options, title, close: () => void shade.delete(tag) } as unknown as Notification);
    };
    registration.getNotifications = async (filter) =>
      [...shade.values()].filter(({ tag }) => filter?.tag === undefined || filter.tag === tag);
  });
}

test('a notification appears once per conversation and opens it, through signing in', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Pushed ${uniqueWord()}` }), 'Hello Ann');
  const page = await browse(ann, allowed);
  const context = page.context();
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  await playShade(worker);
  const standing = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const path = `/conversation/${id}`;
  const notify = (body: string, sentAt: string) =>
    push(context, page, { title: 'Bob Buyer', body, path, sentAt });
  await notify('Second', '2026-11-21T10:00:01.000Z');
  await expect.poll(standing).toEqual([{ title: 'Bob Buyer', body: 'Second', tag: path }]);
  // An older notification that arrives late.
  await notify('First', '2026-11-21T10:00:00.000Z');
  await notify('Third', '2026-11-21T10:00:02.000Z');
  await expect.poll(standing).toEqual([{ title: 'Bob Buyer', body: 'Third', tag: path }]);

  await worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} });
    scope.dispatchEvent(event);
  });
  await expect(page.getByRole('log').getByText('Hello Ann')).toBeVisible();
  expect(await standing()).toEqual([]);
  // A user who is looking at the product gets none. The next one proves that it was skipped.
  const look = (looked: boolean) =>
    worker.evaluate(
      (now) => void Object.assign((globalThis as never as { clients: object }).clients, { looked: now }),
      looked,
    );
  await look(true);
  await notify('Fourth', '2026-11-21T10:00:03.000Z');
  const looks = () =>
    worker.evaluate(() => (globalThis as never as { clients: { looks?: number } }).clients.looks);
  await expect.poll(looks).toBe(1);
  await look(false);
  await push(context, page, { title: 'Ann', body: 'Elsewhere', path: '/conversation/other', sentAt: '' });
  await expect.poll(standing).toEqual([{ title: 'Ann', body: 'Elsewhere', tag: '/conversation/other' }]);

  const signedOut = await browse();
  await signedOut.goto(`${path}?from=notification`);
  await signedOut.getByRole('button', { name: 'Sign In' }).click();
  await signedOut.getByLabel('Email').fill(ann.email);
  await signedOut.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await signedOut.locator('form').getByRole('button', { name: 'Sign In' }).click();
  await expect(signedOut).toHaveURL(path);
});

test('a user who has sent a message is offered notifications once, and can change the choice', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(ann, await bob.list({ title: `Asked ${uniqueWord()}` }), 'Hello Bob');
  const page = await browse(bob, allowed);
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  await installFakePushManager(page, {
    endpoint: `https://fcm.googleapis.com/fcm/send/${uniqueWord()}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') },
  });
  await openHydrated(page, `/conversation/${id}`);
  await expect(page.getByRole('log').getByText('Hello Bob')).toBeVisible();
  const offer = page.getByRole('complementary', { name: 'Notifications' });
  await expect(offer).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello Ann');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(offer).toContainText('Get notified when Ann replies?');
  // It leaves with the answer.
  await sendMessageAs(ann, id, 'Still here');
  await expect(page.getByRole('log').getByText('Still here')).toBeVisible();
  await expect(offer).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('And I');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/users/me/push-token'));
  await offer.getByRole('button', { name: 'Turn on' }).click();
  expect((await stored).status()).toBe(200);
  await expect(offer).toBeHidden();

  await openHydrated(page, '/account-settings');
  const here = page.getByRole('switch', { name: 'Notify me of new messages' });
  await expect(here).toBeChecked();
  await here.click();
  await expect(here).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Also email me' })).toBeDisabled();
  await openHydrated(page, `/conversation/${id}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Once more');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('log').getByText('Once more')).toBeVisible();
  await expect(offer).toBeHidden();
});
