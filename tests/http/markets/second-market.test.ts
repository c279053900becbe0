import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

/** A command of an operator beside the running product. */
const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/app/cli/admin.ts', 'markets', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(product.port), DEMO: '0' },
  });

const statusAt = (host: string, path = '/api/books') =>
  new Promise<number>((resolve, reject) => {
    const headers = { host: `${host}:${product.port}`, connection: 'close' };
    request({ host: '127.0.0.1', port: product.port, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', reject)
      .end();
  });

const dataDir = mkdtempSync(join(memoryDirectory(), 'bookswap-second-market-'));
let product: ProductProcess;
beforeAll(async () => {
  product = await ProductProcess.start({ DATA_DIR: dataDir });
}, 60_000);
afterAll(async () => {
  await product.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

it('an installation alone learns of its second market without a restart, and has it after one', async () => {
  // Every name of the machine is that of the only market.
  expect([await statusAt('westfield.localhost'), await statusAt('nowhere.example')]).toEqual([200, 421]);
  await admin('create', 'westfield', '--host', 'westfield.localhost');
  const known = async () => [
    await statusAt('localhost'),
    await statusAt('westfield.localhost'),
    await statusAt('nowhere.localhost'),
    await statusAt('nowhere.example'),
  ];
  await expect.poll(known, { timeout: 20_000, interval: 200 }).toEqual([200, 200, 421, 421]);

  await admin('pause', 'westfield', '--reason', 'Exams');
  await expect.poll(known, { interval: 100 }).toEqual([200, 503, 421, 421]);
  await admin('resume', 'westfield');
  await expect.poll(known, { interval: 100 }).toEqual([200, 200, 421, 421]);

  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
  product = await ProductProcess.start({ DATA_DIR: dataDir }, { port: product.port });
  expect(await known()).toEqual([200, 200, 421, 421]);
}, 90_000);
