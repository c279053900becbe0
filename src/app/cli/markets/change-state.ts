import type { Deployment } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { requireMarket, setState } from './market-rows.ts';
import { throwIfBusy, withMarketLock } from './operations.ts';

/** Its users see the name of the campus and the reason. */
export async function pauseMarket(
  deployment: Deployment,
  name: string,
  reason: string | null,
): Promise<void> {
  const market = await requireMarket(deployment, name);
  await withMarketLock(deployment, market, async () => {
    await throwIfBusy(deployment, market);
    if (market.state === 'deleting') throw new MarketError(`${name} is being deleted.`);
    await setState(deployment, market.number, 'paused', reason);
  });
  deployment.say(`${name} is paused: it answers 503 until npm run admin -- markets resume ${name}`);
}

/** Opens a market again that is paused, or within its 30 days deleted. */
export async function resumeMarket(deployment: Deployment, name: string): Promise<void> {
  const market = await requireMarket(deployment, name);
  await withMarketLock(deployment, market, async () => {
    await throwIfBusy(deployment, market);
    if (market.state !== 'active') await setState(deployment, market.number, 'active');
  });
  deployment.say(market.state === 'active' ? `${name} was active already.` : `${name} is active again.`);
}
