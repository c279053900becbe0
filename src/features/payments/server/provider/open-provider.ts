import Stripe from 'stripe';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { PaymentProvider } from '../../contract.ts';
import type { ProviderId } from '../../rules.ts';
import { mountSandbox } from '../sandbox/mount-sandbox.ts';

export type PaymentsMode =
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string }
  | { kind: 'sandbox' }
  | { kind: 'off' };

export type Provider = {
  id: ProviderId;
  stripe: Stripe;
  webhookSecret: string;
  livemode: boolean;
  shown: PaymentProvider;
};

/** Whether purchases move no money. */
export const isTestMode = (mode: PaymentsMode): boolean =>
  mode.kind === 'sandbox' || (mode.kind === 'stripe' && idOfKey(mode.secretKey) === 'stripe-test');

export const idOfKey = (secretKey: string) =>
  /^(sk|rk)_live_/.test(secretKey) ? ('stripe-live' as const) : ('stripe-test' as const);

const PROVIDER_TIMEOUT_MS = 10_000;

/** Null where nothing is sold. `stripeFetch` stands in for the network under Stripe's keys (tests). */
export async function openProvider(
  context: ServerContext,
  mode: PaymentsMode,
  stripeFetch?: typeof fetch,
): Promise<Provider | null> {
  if (mode.kind === 'off') return null;
  const keys = mode.kind === 'sandbox' ? await mountSandbox(context) : { ...mode, fetch: stripeFetch };
  const livemode = !isTestMode(mode);
  return {
    id: mode.kind === 'sandbox' ? 'sandbox' : idOfKey(keys.secretKey),
    stripe: connect(keys.secretKey, keys.fetch),
    webhookSecret: keys.webhookSecret,
    livemode,
    shown: { kind: mode.kind, publishableKey: keys.publishableKey, testMode: !livemode },
  };
}

/** A client of Stripe. `stripeFetch` replaces its network. */
export const connect = (secretKey: string, stripeFetch: typeof fetch | undefined): Stripe =>
  new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: PROVIDER_TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: 'BookSwap' },
    ...(stripeFetch && { httpClient: Stripe.createFetchHttpClient(stripeFetch) }),
  });
