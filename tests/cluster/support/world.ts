import { expect } from 'vitest';
import { type Pair, signUpPairs } from './campus.ts';
import { Cluster } from './cluster.ts';
import { Chats } from './chats.ts';

/** A running cluster with students. */
export type World = { cluster: Cluster; pairs: readonly Pair[]; figures: string[] };

/** Messages before an event and after it. */
const MESSAGES = 24;

/** Everything is back within this time. */
export const MAX_RECOVERY_MS = 10_000;

export async function openWorld(): Promise<World> {
  const cluster = await Cluster.start();
  return { cluster, pairs: await signUpPairs(cluster), figures: [] };
}

/** Lets students chat before, during and after an event, and expects that no message suffers. */
export async function chatThrough(
  { cluster, pairs, figures }: World,
  event: (chats: Chats) => Promise<void>,
): Promise<void> {
  const chats = await Chats.open(cluster, pairs);
  try {
    chats.beginTraffic();
    await chats.acknowledgedMore(MESSAGES);
    await event(chats);
    await chats.acknowledgedMore(MESSAGES);
    expect(await chats.check()).toEqual([]);
    figures.push(`${expect.getState().currentTestName!.split(' > ').at(-1)}: ${chats.describe()}`);
  } finally {
    await chats.endTraffic();
    chats.close();
  }
}
