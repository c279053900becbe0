import pg from 'pg';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/shared/clock.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import type { MarketWorld } from '../support/market-world.ts';
import { until } from '../support/until.ts';

const JOBS = 5;
/** The lease of the killed process ends, and the outbox is looked at once a minute. */
const MAX_HANDED_OVER_MS = 120_000;

export function killBeforeRelay(world: () => MarketWorld): void {
  it('a process is killed between the commit and the relay of its jobs', async () => {
    const { deployment, cells, figures } = world();
    const [address] = world().addressesOf('southfield');
    const seller = new TestClient(address!, systemClock);
    await seller.signUp('Sam', 'sam@southfield.example');
    const { database } = await deployment.entry('southfield');
    const name = new URL(database.url).pathname.slice(1);
    const waiting = async () => {
      const rows = await cells.main.query(
        'SELECT id::text AS id FROM job_outbox WHERE start_after <= now() ORDER BY id',
        name,
      );
      return rows.map(({ id }) => id as string);
    };
    await until('the outbox is empty', async () => (await waiting()).length === 0, 30_000);

    const lock = new pg.Client(withParts(deployment.adminUrl, { database: 'bookswap_jobs' }));
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE pgboss.job IN SHARE ROW EXCLUSIVE MODE');
    for (let count = 0; count < JOBS; count += 1)
      expect(await seller.post('/api/books', { ...algorithms, title: `Book ${count}` })).toMatchObject({
        status: 201,
      });
    const ids = await waiting();
    expect(ids.length).toBeGreaterThanOrEqual(JOBS);
    await world().processes.shift()!.kill();
    await lock.query('ROLLBACK');
    await lock.end();

    const list = ids.map((id) => `'${id}'`).join(',');
    const states = async () =>
      cells.main.query(
        `SELECT name, data->>'queue' AS queue, state::text, start_after, output FROM pgboss.job WHERE id IN (${list})`,
        'bookswap_jobs',
      );
    const took = await until(
      'every job is done',
      async () => {
        const jobs = await states();
        return jobs.length === ids.length && jobs.every(({ state }) => state === 'completed');
      },
      MAX_HANDED_OVER_MS,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${JSON.stringify([await states(), await waiting()])}`);
    });
    expect(await waiting()).toEqual([]);
    await world().startProcess();
    figures.push(
      `process killed before the relay: ${ids.length} jobs done by another process after ${took} ms`,
    );
  }, 200_000);
}
