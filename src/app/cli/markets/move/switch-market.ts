import type { Deployment } from '../deployment.ts';
import { requireMarket, setState } from '../market-rows.ts';
import { inDirectory } from '../operations.ts';
import { compareDatabases } from './compare-databases.ts';
import { copyJobs, copySequences } from './copy-rest.ts';
import { freezeSource, thawSource } from './freeze-source.ts';
import { inTarget, type MovePlan } from './move-plan.ts';
import { removeMarker, stopReplication, waitForPosition } from './replicate.ts';

/** Pauses the market, lets the target catch up, and leads its users there. What fails before leads back. */
export async function switchOnline(deployment: Deployment, plan: MovePlan): Promise<void> {
  await waitForPosition(plan, { isFinal: false });
  const startedAt = performance.now();
  await pausing(deployment, plan, async () => {
    await waitForPosition(plan, { isFinal: true });
    await deployment.atStep('paused', 'before');
    await stopReplicationAndCompare(plan);
    await leadToTarget(deployment, plan);
  });
  deployment.say(`Its users waited ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function stopReplicationAndCompare(plan: MovePlan): Promise<void> {
  await Promise.all([copySequences(plan), copyJobs(plan), compareDatabases(plan)]);
  await inTarget(plan, removeMarker);
  await stopReplication(plan);
}

/** Runs the work while nobody writes in the source; a failure opens the market there again. */
export async function pausing(
  deployment: Deployment,
  plan: MovePlan,
  work: () => Promise<void>,
): Promise<void> {
  await setState(deployment, plan.number, 'moving');
  try {
    await freezeSource(plan);
    await work();
  } catch (error) {
    await comeBack(deployment, plan);
    throw error;
  }
}

/** Opens the market in the source again, unless the directory leads to the target already. */
export async function comeBack(deployment: Deployment, plan: MovePlan): Promise<void> {
  const { cell } = await requireMarket(deployment, plan.name);
  if (cell === plan.state.to) return;
  await thawSource(plan);
  await setState(deployment, plan.number, plan.state.wasState);
}

/** From here on the target is the market. */
export const leadToTarget = (deployment: Deployment, { number, state }: MovePlan): Promise<void> =>
  inDirectory(deployment, async () => {
    await deployment.control.query('UPDATE control.markets SET cell = $2, database = $3 WHERE number = $1', [
      number,
      state.to,
      `m${number}`,
    ]);
    await setState(deployment, number, state.wasState);
  });
