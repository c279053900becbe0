import type { Reply, TestClient } from './test-app.ts';

/** Some of the provider's published test cards. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  /** Requires confirmation by the cardholder. */
  challenged: '4000002500003155',
  /** Pays while the cardholder is present, and never again. */
  failsLater: '4000000000000341',
};

/**
 * Does what the sandbox's payment form does with a card: `body` is the intent, or the error. Requires only
 * the client secret.
 */
export async function payWithCard(
  visitor: TestClient,
  clientSecret: string,
  number = cards.good,
): Promise<Reply> {
  const card = { number, exp_month: '12', exp_year: '2070', cvc: '123' };
  return sandboxCall(visitor, clientSecret, 'confirm', { payment_method_data: { type: 'card', card } });
}

/** The cardholder's response to the bank's challenge. */
export async function answerChallenge(
  visitor: TestClient,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<Reply> {
  return sandboxCall(visitor, clientSecret, 'authenticate', { outcome });
}

export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret')[0]!;

async function sandboxCall(visitor: TestClient, clientSecret: string, action: string, body: object) {
  const { provider } = (await visitor.get('/api/payments/provider')).body;
  return visitor.post(`/api/payment-sandbox/v1/payment_intents/${intentIdOf(clientSecret)}/${action}`, {
    key: provider.publishableKey,
    client_secret: clientSecret,
    ...body,
  });
}
