/**
 * The product as a separate process, for tests that kill it. `payment-crash-process.ts DATA_DIR PORT PROVIDER
 * DATABASE_URL`; PROVIDER is the URL of a fake Stripe. Prints 'ready' when it listens. A line on standard
 * input names the step of a payment event at which the process kills itself.
 */
import { flushCompileCache } from 'node:module';
import * as readline from 'node:readline';
import { readConfig } from '#app/server/config.ts';
import { createApp } from '#app/server/create-app.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { stripeVariables } from '../fakes/fake-stripe.ts';

const [dataDir, port, provider, url] = process.argv.slice(2);
if (dataDir === undefined || port === undefined || provider === undefined || url === undefined)
  throw new Error('DATA_DIR, PORT, PROVIDER and DATABASE_URL are required');

const log = { debug() {}, info() {}, warn() {}, error: console.error };
const database = await openDatabase({ dataDir, log, url });

let deadly: string | undefined;
const app = await createApp({
  config: readConfig({ ...stripeVariables, PORT: port, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'fatal' }),
  database,
  unlimited: true,
  stripeFetch: (async (input: string, init: RequestInit) =>
    fetch(new URL(new URL(input).pathname + new URL(input).search, provider), init)) as typeof fetch,
  paymentTrace: (step) => {
    if (step === deadly) process.kill(process.pid, 'SIGKILL');
  },
});
await app.listen();
// A killed process does not save what it has compiled.
flushCompileCache();
console.log('ready');
for await (const line of readline.createInterface({ input: process.stdin })) {
  deadly = line;
  console.log(line);
}
