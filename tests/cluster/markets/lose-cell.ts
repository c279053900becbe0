import { expect, it } from 'vitest';
import { p95, startVisits } from '#tests/support/markets/market-visits.ts';
import type { CellName, MarketWorld } from '../support/market-world.ts';
import { until } from '../support/until.ts';

/** To each of the others before the loss, and to each of the lost markets and the others meanwhile. */
const VISITS = 60;
const LOST_VISITS = 6;
/** For that many. */
const MAX_VISITING_MS = 40_000;
const MAX_BACK_MS = 10_000;
/** The markets of a lost cell refuse within a second, also behind PgBouncer. The rest is for a machine that does other work. */
const MAX_REFUSED_MS = 1_000 + 1_000;
const MAX_RATIO = 2;
/** Below it, the machine's other work decides. */
const MIN_P95_MS = 50;

/** The cell `main` has the directory, too. */
const losses: CellName[] = ['east', 'main'];

export function loseCells(world: () => MarketWorld): void {
  it.each(losses)('the cell %s is killed and started again', async (cell) => {
    const { markets, cells, figures } = world();
    const watched = markets.map((market) => ({
      isLost: market.cell === cell,
      visits: startVisits(() => world().addressesOf(market.name)),
    }));
    const lost = watched.filter(({ isLost }) => isLost);
    const others = watched.filter(({ isLost }) => !isLost);
    try {
      await until('every market answers', () => watched.every(({ visits }) => isBack(visits.visits)), 30_000);
      const startedAt = performance.now();
      await until('others are visited', visited(others, VISITS), MAX_VISITING_MS);
      await cells[cell].kill();
      const killedAt = performance.now();
      const isLost = visited(lost, LOST_VISITS);
      const isVisited = visited(others, VISITS);
      await until('all are visited', () => isLost() && isVisited(), MAX_VISITING_MS);
      const restartedAt = performance.now();
      await cells[cell].start();
      const backMs = await until(
        'the lost markets are back',
        () => lost.every(({ visits }) => isBack(visits.visits)),
        MAX_BACK_MS,
      );

      for (const { visits } of others)
        expect(visits.visits.filter(({ status, sentAt }) => sentAt > startedAt && status !== 200)).toEqual(
          [],
        );
      const ofOthers = others.flatMap(({ visits }) => visits.visits);
      const before = p95(ofOthers.filter(({ sentAt }) => sentAt > startedAt && sentAt < killedAt));
      const during = p95(ofOthers.filter(({ sentAt }) => sentAt > killedAt && sentAt < restartedAt));
      expect(during).toBeLessThan(MAX_RATIO * Math.max(before, MIN_P95_MS));
      const refused = lost.flatMap(({ visits }) =>
        visits.visits.filter(
          ({ sentAt, milliseconds }) => sentAt > killedAt && sentAt + milliseconds < restartedAt,
        ),
      );
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      const slowest = Math.max(...refused.map(({ milliseconds }) => milliseconds));
      expect(slowest).toBeLessThan(MAX_REFUSED_MS);
      figures.push(
        `cell ${cell} killed: p95 of the others ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms meanwhile; ` +
          `${refused.length} refused, at most after ${slowest.toFixed(0)} ms; back after ${backMs} ms`,
      );
    } finally {
      await Promise.all(watched.map(({ visits }) => visits.stop()));
    }
  });
}

/** At each process. */
const isBack = (visits: readonly { status: number }[]): boolean =>
  visits.length > 4 && visits.slice(-4).every(({ status }) => status === 200);

type Watched = { visits: { visits: readonly unknown[] } };

/** Whether each of them has been visited so often since this call. */
function visited(watched: readonly Watched[], count: number): () => boolean {
  const before = watched.map(({ visits }) => visits.visits.length);
  return () => watched.every(({ visits }, index) => visits.visits.length >= before[index]! + count);
}
