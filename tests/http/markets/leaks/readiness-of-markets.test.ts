import { afterEach, expect, it } from 'vitest';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

let markets: TestMarkets;
afterEach(() => markets.stop());

it('which markets there are is told to operators alone', async () => {
  const token = 'of the operators of the deployment';
  markets = await TestMarkets.start(['northfield', 'westfield'], { variables: { METRICS_TOKEN: token } });
  const ask = async (market: string, headers: Record<string, string> = {}) =>
    (await fetch(`${markets.addressOf('westfield')}/readyz?market=${market}`, { headers })).status;
  expect(await Promise.all([ask('northfield'), ask('nowhere')])).toEqual([404, 404]);
  const authorization = `Bearer ${token}`;
  expect(
    await Promise.all([ask('northfield', { authorization }), ask('nowhere', { authorization })]),
  ).toEqual([200, 404]);
});
