import { type Browser, chromium } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser/browser.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';
import { startTlsProxy } from '../servers/tls-proxy.ts';

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
const PASSWORD = 'a long password for the bench';

/** The built product with the demo campus behind a TLS proxy, a browser that trusts it, and a user. Dispose it. */
export async function openPhoneWorld() {
  await using made = new AsyncDisposableStack();
  const { path: dataDir } = made.use(temporaryDirectory());
  const [port, proxyPort] = [await freePort(), await freePort()];
  const origin = `https://127.0.0.1:${proxyPort}`;
  const product = new BuiltProduct({
    port,
    dataDir,
    variables: { DEMO: '1', PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1' },
    showErrors: true,
  });
  await product.start();
  made.defer(async () => void (await product.stop()));
  const proxy = made.use(await startTlsProxy(proxyPort, port));
  const launch = await browserLaunch();
  // With any other certificate that it does not trust, Chromium caches nothing.
  const trust = `--ignore-certificate-errors-spki-list=${proxy.publicKeyHash}`;
  const browser = await chromium.launch({ ...launch, args: [...launch.args, trust] });
  made.defer(() => browser.close());
  const user = await prepare(browser, origin);
  const disposal = made.move();
  return { browser, origin, proxy, ...user, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

/** A user with a listing and a conversation, and the addresses to measure. */
async function prepare(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/help`);
  const send = async <T>(path: string, body?: object, token?: string): Promise<T> =>
    page.evaluate(
      async ([address, content, bearer]) => {
        const response = await fetch(address, {
          ...(content && { method: 'POST', body: JSON.stringify(content) }),
          headers: {
            'content-type': 'application/json',
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          },
        });
        if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
        return response.json();
      },
      [path, body, token] as const,
    ) as Promise<T>;
  const user = { name: 'Wendy Weight', email: 'wendy@bench.example' };
  await send('/api/auth/sign-up/email', { ...user, password: PASSWORD });
  const newToken = async () => (await send<{ token: string }>('/api/auth/token')).token;
  const token = await newToken();
  await send('/api/users/sync', user, token);
  const listing = { author: 'Ada Author', condition: 'Good', price: 2_450, subject: 'History' };
  await send('/api/books', { ...listing, title: 'Weights and Measures' }, token);
  const books = await send<{ id: string; title: string }[]>('/api/books');
  const book = books.find(({ title }) => title !== 'Weights and Measures')!;
  const { id } = await send<{ id: string }>('/api/conversations', { bookId: book.id }, token);
  let written = 0;
  let writer = token;
  const write = async (content: string) => {
    // A token is valid for five minutes.
    if (++written % 200 === 0) writer = await newToken();
    await send('/api/messages', { conversationId: id, content }, writer);
  };
  await write('Is it still available?');
  await page.evaluate(() => localStorage.setItem('bookswap:signed-in', '1'));
  const state = await context.storageState();
  const pages = [
    { name: 'Home', path: '/', isPrivate: false },
    { name: 'Book', path: `/book/${book.id}`, isPrivate: false },
    { name: 'Conversation', path: `/conversation/${id}`, isPrivate: true },
    { name: 'Profile', path: '/profile', isPrivate: true },
  ];
  return { state, pages, write };
}

/** React listens on the root from the moment when it can act on taps. */
export function noteHydration(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its element below
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...listener: Parameters<typeof addEventListener>) {
    const times = globalThis as { hydratedAt?: number };
    if (this instanceof Element && this.id === 'root') times.hydratedAt ??= performance.now();
    addEventListener.apply(this, listener);
  };
}
