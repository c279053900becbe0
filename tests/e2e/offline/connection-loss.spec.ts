import type { Page, WebSocketRoute } from '@playwright/test';
import { measureLayoutShift } from '#tests/support/browser/accessibility.ts';
import { createUser, uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const lines = (page: Page) => log(page).locator('[data-message]');

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

test('a message written offline waits, also while the page is closed, and is sent once', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Offline ${uniqueWord()}` }), 'Before');
  const [hers, his] = [await browse(ann), await browse(bob)];
  for (const page of [hers, his]) {
    await openHydrated(page, `/conversation/${id}`);
    await expect(log(page).getByText('Before')).toBeVisible();
  }
  await his.context().setOffline(true);
  await expect(his.getByText('No Internet connection.')).toBeVisible();
  await send(his, 'Written in the tunnel');
  await send(his, 'And another one');
  await expect(log(his).getByText('Sending…').first()).toBeVisible();
  await send(hers, 'Written meanwhile');
  await expect(log(hers).getByText('Sent', { exact: true }).last()).toBeVisible();
  await expect(lines(hers)).toHaveCount(2);

  await his.context().setOffline(false);
  await expect(his.getByText('No Internet connection.')).toBeHidden();
  await expect(log(his).getByText('Sending…')).toHaveCount(0);
  const all = ['Before', 'Written meanwhile', 'Written in the tunnel', 'And another one'];
  await expect(lines(hers)).toHaveText(all);
  await expect(lines(his)).toHaveText(all);
  await expect(log(his).getByText('Read', { exact: true }).last()).toBeVisible();
  await his.reload();
  await expect(lines(his)).toHaveText(all);

  // It also survives that the page is closed.
  await his.context().setOffline(true);
  await expect(his.getByText('No Internet connection.')).toBeVisible();
  await send(his, 'Left behind');
  await expect(log(his).getByText('Sending…')).toBeVisible();
  const context = his.context();
  await his.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await openHydrated(again, '/messages');
  await expect(again.getByText('You: Left behind')).toBeVisible();
  await openHydrated(again, `/conversation/${id}`);
  await expect(lines(again)).toHaveText([...all, 'Left behind']);
});

test('the offline bar is one line, always visible, and moves nothing', async ({ page, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const bar = page.getByRole('status').filter({ hasText: 'No Internet connection.' });
  const shifted = await measureLayoutShift(page);
  await openHydrated(page, '/');
  const last = page.getByRole('article').nth(9);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await last.scrollIntoViewIfNeeded();
    const top = async () => (await last.boundingBox())!.y;
    const [before, shiftedBefore] = [await top(), await shifted()];
    await page.context().setOffline(true);
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect((await bar.boundingBox())!.height).toBeLessThan(24);
    const [barAt, navAt] = [await bar.boundingBox(), await page.getByRole('navigation').boundingBox()];
    expect(navAt!.y + navAt!.height).toBeLessThanOrEqual(barAt!.y);
    expect(await top()).toBe(before);
    await page.context().setOffline(false);
    await expect(bar).toBeHidden();
    expect(await top()).toBe(before);
    expect(await shifted()).toBe(shiftedBefore);
  }
});

test('a server that restarts sends the page elsewhere, which shows nothing of it', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Restart ${uniqueWord()}` }), 'Before');
  const [hers, his] = [await browse(ann), await browse(bob)];
  const sockets: WebSocketRoute[] = [];
  await his.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  for (const page of [hers, his]) await openHydrated(page, `/conversation/${id}`);
  await expect.poll(() => sockets.length).toBe(1);
  // Also what shows for a moment only.
  await his.evaluate(() => {
    const look = () => {
      if (/No Internet|Not sent/.test(document.body.innerText)) document.body.dataset.complained = 'yes';
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await sockets[0]!.close({ code: 1012, reason: 'The server restarts' });
  await send(his, 'While it moves');
  await expect.poll(() => sockets.length).toBe(2);
  await expect(log(his).getByText('Sending…')).toHaveCount(0);
  await send(hers, 'And back');
  for (const page of [hers, his])
    await expect(lines(page)).toHaveText(['Before', 'While it moves', 'And back']);
  expect(await his.evaluate(() => document.body.dataset.complained)).toBeUndefined();
});

test('without a socket, messages are sent by HTTP, and a refused one can be retried', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/^console WebSocket/, /^422 POST \/api\/messages/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `By HTTP ${uniqueWord()}` }), 'Before');
  const his = await browse(bob);
  await his.routeWebSocket(/\/ws$/, (socket) => socket.close());
  await openHydrated(his, `/conversation/${id}`);
  await expect(log(his).getByText('Before')).toBeVisible();
  const posted = his.waitForResponse(
    (answer) => answer.url().endsWith('/api/messages') && answer.request().method() === 'POST',
  );
  await send(his, 'Without a socket');
  expect((await posted).ok()).toBe(true);
  await expect(log(his).getByText('Sent', { exact: true }).last()).toBeVisible();

  await his.route('**/api/messages', (route) => route.fulfill({ status: 422 }), { times: 1 });
  await send(his, 'Again, please');
  await expect(log(his).getByText('Not sent.')).toBeVisible();
  await log(his).getByRole('button', { name: 'Retry' }).click();
  await expect(log(his).getByText('Not sent.')).toBeHidden();
  await expect(log(his).getByText('Sending…')).toHaveCount(0);
  await expect(lines(his)).toHaveText(['Before', 'Without a socket', 'Again, please']);
});

test('a killed server loses and duplicates no message', async ({ browse, watch }) => {
  // Starting a server twice on a busy machine.
  test.slow();
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/);
  // Prefetches that were running when the server was killed.
  watch.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING|dynamically imported module/);
  const server = await E2eServer.start();
  try {
    const [ann, bob] = [
      await createUser(server.url, 'Ann Seller'),
      await createUser(server.url, 'Bob Buyer'),
    ];
    const id = await sendFirstMessage(bob, await ann.list({ title: 'Killed' }), 'Line 0');
    const [hers, his] = [
      await browse(ann, { baseURL: server.url }),
      await browse(bob, { baseURL: server.url }),
    ];
    for (const page of [hers, his]) {
      await openHydrated(page, `/conversation/${id}`);
      await expect(log(page).getByText('Line 0')).toBeVisible();
    }
    const all = ['Line 0'];
    for (let line = 1; line <= 4; line++) {
      await send(his, `Line ${line}`);
      all.push(`Line ${line}`);
    }
    // Some are acknowledged, some are pending.
    await expect(log(hers).getByText('Line 2')).toBeVisible();
    await server.kill();
    await send(his, 'Line 5');
    all.push('Line 5');
    await expect(log(his).getByText('Sending…')).toBeVisible();
    await server.start();

    await expect(log(his).getByText('Sending…')).toHaveCount(0, { timeout: 20_000 });
    await expect(lines(his)).toHaveText(all);
    await expect(lines(hers)).toHaveText(all);
    await send(hers, 'All there');
    await expect(lines(his)).toHaveText([...all, 'All there']);
    await his.reload();
    await expect(lines(his)).toHaveText([...all, 'All there']);
  } finally {
    await server.stop();
  }
});

test('favorites that changed while the socket was away are fetched again', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const word = uniqueWord();
  const book = await ann.list({ title: `Before ${word}` });
  await bob.call('POST', '/api/favorites/toggle', { bookId: book.id, favorited: true });
  const his = await browse(bob);
  const sockets: WebSocketRoute[] = [];
  let isAway = false;
  await his.routeWebSocket(/\/ws$/, (socket) => {
    if (isAway) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await openHydrated(his, '/favorites');
  await expect(his.getByRole('link', { name: `Before ${word}` })).toBeVisible();
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  isAway = true;
  await Promise.all(sockets.map((socket) => socket.close()));
  await ann.call('PATCH', `/api/books/${book.id}`, { title: `After ${word}` });
  isAway = false;
  await expect(his.getByRole('link', { name: `After ${word}` })).toBeVisible({ timeout: 20_000 });
});
