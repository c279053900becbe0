import { removeMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { clusterOf } from '../cells.ts';
import type { Deployment } from '../deployment.ts';
import { MarketError } from '../market-error.ts';
import { withMarketLock } from '../operations.ts';

const DAYS_IN_THE_SOURCE = 7;

/** `id`: of the last move that left this cell. */
type FormerCopy = { id: number; number: number; name: string; cell: string };

/** Drops what moves have left in the cells that they moved from, after 7 days. */
export async function dropFormerCopies(deployment: Deployment): Promise<void> {
  for (const copy of await listFormerCopies(deployment))
    await withMarketLock(deployment, copy, () => dropIfStillFormer(deployment, copy)).catch(
      (error: unknown) => {
        if (!(error instanceof MarketError)) throw error;
        deployment.say(`The former copy of ${copy.name} in ${copy.cell} stays: ${error.message}`);
      },
    );
}

/** A move may have begun or ended since the copies were listed. */
async function dropIfStillFormer(deployment: Deployment, { number, name, cell }: FormerCopy): Promise<void> {
  const copies = await listFormerCopies(deployment);
  const copy = copies.find((each) => each.number === number && each.cell === cell);
  if (copy === undefined) return;
  await removeMarket(await clusterOf(deployment, cell), number);
  await deployment.control.query(
    `UPDATE control.operations SET state = state || '{"isSourceDropped": true}' WHERE id = $1`,
    [copy.id],
  );
  deployment.say(`The former copy of ${name} in ${cell} is dropped.`);
}

/** Those that are due: neither the market nor an open move needs them. */
async function listFormerCopies({ control, now }: Deployment): Promise<FormerCopy[]> {
  const { rows } = await control.query<FormerCopy>(
    `SELECT max(o.id) AS id, m.number, m.name, o.state->>'from' AS cell
     FROM control.operations o JOIN control.markets m ON m.number = o.market
     WHERE o.kind = 'move' AND o.error IS NULL AND o.state->>'from' <> m.cell
       AND NOT EXISTS (SELECT FROM control.operations l WHERE l.market = m.number AND l.ended_at IS NULL
         AND l.state->>'to' = o.state->>'from')
     GROUP BY m.number, m.name, o.state->>'from'
     HAVING bool_and(o.ended_at IS NOT NULL AND o.ended_at < $1)
       AND NOT bool_or(o.id = (SELECT max(id) FROM control.operations l WHERE l.market = m.number AND l.kind = 'move'
         AND l.state->>'from' = o.state->>'from') AND o.state ? 'isSourceDropped')`,
    [new Date(now().getTime() - DAYS_IN_THE_SOURCE * DAY_MS)],
  );
  return rows;
}
