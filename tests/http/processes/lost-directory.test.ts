import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runMarkets } from '#app/cli/markets/run-markets.ts';
import { findRunningDatabaseUrl } from '#platform/server/database/embedded-database.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { queryUrl } from '#tests/support/markets/test-deployment.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

const LOST = 'The directory of the markets cannot be read';

let home: string;
let variables: Record<string, string>;
let product: ProductProcess | undefined;

beforeEach(() => {
  home = mkdtempSync(join(memoryDirectory(), 'bookswap-lost-directory-'));
  variables = { DATA_DIR: join(home, 'data'), ISBN_LOOKUP: 'off' };
});
afterEach(async () => {
  await stop();
  rmSync(home, { recursive: true });
});

async function start(more: Record<string, string> = {}): Promise<void> {
  product = await ProductProcess.start({ ...variables, ...more });
}

async function stop(): Promise<void> {
  product?.signal('SIGINT');
  await product?.ended;
  product = undefined;
}

it('a process that cannot reach its directory at its start does not serve', async () => {
  await expect(start({ CONTROL_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })).rejects.toThrow(
    LOST,
  );
});

it('a process that has several markets and may not read their directory does not serve', async () => {
  await start();
  const own = { ...variables, PORT: String(product!.port) };
  const args = ['create', 'westfield', '--host', 'westfield.localhost'];
  expect(await runMarkets(args, own, { say: () => {} })).toBe(0);
  const url = findRunningDatabaseUrl(variables['DATA_DIR']!)!;
  await queryUrl(withParts(url, { role: 'postgres' }), 'ALTER ROLE bookswap_directory NOLOGIN');
  await stop();
  await expect(start()).rejects.toThrow(LOST);
});
