import type { Logger } from '#platform/server/http/create-http-server.ts';
import type { Payments } from '../purchase.ts';
import { callProvider } from './call-provider.ts';
import { connect, idOfKey } from './open-provider.ts';

/** Stripe's account behind a key, for a command that works on a market without its app. */
export function openAccount(
  { secretKey, log }: { secretKey: string; log: Pick<Logger, 'warn'> },
  stripeFetch?: typeof fetch,
): Pick<Payments, 'call' | 'provider'> {
  const stripe = connect(secretKey, stripeFetch);
  return {
    provider: () => ({ id: idOfKey(secretKey) }),
    call: (request) => callProvider({ stripe, log }, request),
  };
}
