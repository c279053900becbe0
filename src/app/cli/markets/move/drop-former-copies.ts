import { removeMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { clusterOf } from '../cells.ts';
import type { Deployment } from '../deployment.ts';

const DAYS_IN_THE_SOURCE = 7;

/** Drops what moves have left in the cells that they moved from, after 7 days. */
export async function dropFormerCopies(deployment: Deployment): Promise<void> {
  const { control, now } = deployment;
  const { rows } = await control.query<{ id: number; number: number; name: string; cell: string }>(
    `SELECT max(o.id) AS id, m.number, m.name, o.state->>'from' AS cell
     FROM control.operations o JOIN control.markets m ON m.number = o.market
     WHERE o.kind = 'move' AND o.error IS NULL AND o.state->>'from' <> m.cell
     GROUP BY m.number, m.name, o.state->>'from'
     HAVING bool_and(o.ended_at IS NOT NULL AND o.ended_at < $1)
       AND NOT bool_or(o.id = (SELECT max(id) FROM control.operations l WHERE l.market = m.number AND l.kind = 'move'
         AND l.state->>'from' = o.state->>'from') AND o.state ? 'isSourceDropped')`,
    [new Date(now().getTime() - DAYS_IN_THE_SOURCE * DAY_MS)],
  );
  for (const { id, number, name, cell } of rows) {
    await removeMarket(await clusterOf(deployment, cell), number);
    await control.query(
      `UPDATE control.operations SET state = state || '{"isSourceDropped": true}' WHERE id = $1`,
      [id],
    );
    deployment.say(`The former copy of ${name} in ${cell} is dropped.`);
  }
}
