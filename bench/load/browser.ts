import { chromium, type Browser } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser/browser.ts';
import { freePort } from '#tests/support/server/free-port.ts';

/**
 * A Chromium without network access beyond the product, with a port for tools that use the DevTools protocol.
 */
export async function openBrowser(): Promise<{ browser: Browser; debuggingPort: number } & AsyncDisposable> {
  const launch = await browserLaunch();
  const debuggingPort = await freePort();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${debuggingPort}`],
  });
  return { browser, debuggingPort, [Symbol.asyncDispose]: () => browser.close() };
}
