import { lt, and, eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { createSandboxFetch } from './handle-request.ts';
import { mountBrowserApi } from './mount-browser-api.ts';
import { deliverEvents } from './deliver-events.ts';
import { runBilling } from './run-billing.ts';
import { sandboxObjects, sandboxRequests } from './table.ts';

export { sandboxControls, type SandboxControls } from './sandbox-controls.ts';

/** A payment provider within the product: the part of Stripe's API that we use, for test cards only. */
export type Sandbox = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Answers the SDK as api.stripe.com would. Give it to Stripe.createFetchHttpClient. */
  fetch: typeof fetch;
};

type Context = Pick<ServerContext, 'database' | 'clock' | 'jobs' | 'secrets' | 'http' | 'log'>;

/** Mounts the browser's side and starts the clockwork. All state is in the database, so that several processes are one sandbox. */
export async function createSandbox(context: Context): Promise<Sandbox> {
  const key = (name: string) => context.secrets.derive(`payment sandbox: ${name}`).slice(0, 32);
  const publishableKey = `pk_test_sandbox${key('publishable key')}`;
  const secretKey = `sk_test_sandbox${key('secret key')}`;
  const webhookSecret = `whsec_${key('webhook secret')}`;
  await deliverEvents(context, webhookSecret);
  await mountBrowserApi(context, publishableKey);
  await context.jobs.schedule('sandbox-billing', '* * * * *', async () => {
    await runBilling(context);
    await forget(context);
  });
  return { secretKey, publishableKey, webhookSecret, fetch: createSandboxFetch(context, secretKey) };
}

/** Milliseconds for which the provider remembers requests and events. */
const remembered = { requests: DAY_MS, events: 30 * DAY_MS };

async function forget({ database, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  const before = (age: number) => new Date(now - age);
  await database.orm
    .delete(sandboxRequests)
    .where(lt(sandboxRequests.createdAt, before(remembered.requests)));
  await database.orm
    .delete(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, 'event'), lt(sandboxObjects.createdAt, before(remembered.events))));
}
