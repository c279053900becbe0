import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser/browser.ts';
import { freePort } from './tests/support/server/free-port.ts';
import { memoryDirectory } from './tests/support/server/memory-directory.ts';

// This file is read again by every worker: what is decided once travels in the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(memoryDirectory(), 'bookswap-journeys-'));
// The product is tested as it comes, whatever this shell is set to.
const settings = ['REDIS_URL', 'PUBLIC_URL', 'SECRET_KEY', 'DEMO', 'PAYMENTS', 'ADMIN_EMAILS', 'SMTP_URL'];
const foreign = /^(DATABASE_|S3_|STRIPE_|CLERK_|OIDC_|ADSENSE_|CAMPUS_)/;
for (const name of Object.keys(process.env)) {
  if (settings.includes(name) || foreign.test(name)) delete process.env[name];
}

const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;
const report = process.env.PLAYWRIGHT_REPORT;

/** A run of all journeys makes no records: snapshots of each step cost a tenth of its time. */
const isRecorded = process.env.E2E_WITHOUT_RECORDS !== '1';
const traceOfWhole = process.env.CI ? 'on-first-retry' : 'off';

/** In parts that begin one after the other, the longest first: else one worker ends alone with them. */
const parts = [
  // Those with a browser of their own, which a part leaves for its end.
  ['pages/pseudo-languages', 'listings/scan', 'messages/handover'],
  [
    'markets/trade-in-a-market',
    'pages/all-pages',
    'offline/offline-start',
    'offline/offline-not-cached',
    'offline/service-worker',
    'payments/advertisements',
  ],
].map((part) => part.map((path) => `**/${path}.spec.ts`));

/** Browser tests of the product as `npm start` runs it but for cheap password hashes, with a data directory for the run. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Three times what the longest one takes on two quiet cores: some machines are as slow as that.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Of two cores, two workers leave a third idle: journeys wait for timers, sockets and paints.
  workers: 3,
  // A step can stall on a shared machine. scripts/test-runner counts and limits tests that pass only at the
  // second try.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  projects: [
    ...parts.map((testMatch, at) => ({ name: `part ${at + 1}`, testMatch })),
    { name: `part ${parts.length + 1}`, testIgnore: parts.flat() },
  ],
  globalTeardown: './tests/support/browser/global-teardown.ts',
  use: {
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What it fetches goes past the routes of a test; the journeys about it let it in.
    serviceWorkers: 'block',
    // Without the film: it costs a seventh of the time, and the snapshots of the page say more.
    trace: { mode: isRecorded ? 'retain-on-failure' : traceOfWhole, screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: await browserLaunch({ packaged: true }),
  },
  webServer: {
    command: `"${process.execPath}" tests/support/browser/start-product.mjs`,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: process.env.E2E_PORT,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR,
      // No journey asks a library in the Internet.
      ISBN_LOOKUP: 'off',
    },
  },
});
