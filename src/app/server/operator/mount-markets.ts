import type { FastifyInstance } from 'fastify';
import { campusOf, hueOf } from './campus-of.ts';
import type { OperatorContext } from './operator-context.ts';
import { listOpenRequests, readMarketFacts } from './operator-database.ts';
import { findOperator } from './operator-session.ts';
import { open, sendPage, type Visit, withDirectory } from './operator-visit.ts';
import { renderMarkets } from './pages/market-list.ts';
import { renderSignIn } from './pages/plain-pages.ts';

export function mountMarkets(http: FastifyInstance, context: OperatorContext): void {
  http.get(
    '/operator',
    open,
    withDirectory(context, async (visit) => {
      const operator = await findOperator(visit, context);
      if (operator === null) return sendPage(visit.reply, renderSignIn(false));
      return sendPage(visit.reply, await renderList({ ...visit, operator }, context));
    }),
  );
}

async function renderList(
  { connection: { control, usage }, operator }: Visit & { operator: string },
  { directory, config, clock, runCommand }: OperatorContext,
): Promise<string> {
  const entries = directory.list();
  const [facts, requests, { markets: counts, lostCells }] = await Promise.all([
    readMarketFacts(control),
    listOpenRequests(control),
    usage(entries),
  ]);
  return renderMarkets({
    markets: entries.map((entry) => ({
      entry,
      campus: campusOf(entry, config),
      hue: hueOf(entry, config),
      usage: counts.get(entry.number) ?? null,
      facts: facts.get(entry.number),
    })),
    lostCells,
    // Its market is there as soon as the command has begun with it.
    requests: requests.filter(
      ({ name, error }) => error !== null || !entries.some((entry) => entry.name === name),
    ),
    operator,
    now: clock.now(),
    runsCommand: runCommand !== null,
  });
}
