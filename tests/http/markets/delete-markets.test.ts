import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run(create('westfield'));
});
afterAll(() => deployment.stop());

const create = (name: string) => ['create', name, '--host', `${name}.example`];

test('a market is paused with a reason, resumed, closed, opened again within 30 days, and deleted after them', async () => {
  await deployment.run(create('summer'));
  const state = async () => (await deployment.entry('summer')).state;
  await deployment.run(['pause', 'summer', '--reason', 'Holidays until September']);
  expect(await deployment.entry('summer')).toMatchObject({
    state: 'paused',
    reason: 'Holidays until September',
  });
  await deployment.run(['resume', 'summer']);
  expect(await deployment.entry('summer')).toMatchObject({ state: 'active', reason: null });
  await deployment.run(['delete', 'summer']);
  expect(await state()).toBe('deleting');
  await deployment.run(['resume', 'summer']);
  await deployment.run(['delete', 'summer']);
  deployment.clock.advance(29 * 24 * 3_600_000);
  await deployment.run(['delete', '--due']);
  expect(deployment.said.at(-1)).toBe('No market is due.');
  expect(await state()).toBe('deleting');
  deployment.clock.advance(2 * 24 * 3_600_000);
  await deployment.run(['delete', '--due']);
  await expect(state()).rejects.toThrow('no market summer');
});

test('the former copy of a market that moves back to it is not dropped', async () => {
  await deployment.run(create('returning'));
  const { number } = await deployment.entry('returning');
  await deployment.control(
    `INSERT INTO control.cells (name, url, created_at) VALUES ('east', 'postgres://127.0.0.1:1', now())`,
  );
  await deployment.control(`UPDATE control.markets SET cell = 'east' WHERE number = $1`, [number]);
  const now = deployment.clock.now();
  const addMove = (from: string, to: string, endedAt: Date | null) =>
    deployment.control(
      `INSERT INTO control.operations (market, kind, step, state, started_at, ended_at) VALUES ($1, 'move', 'copy', $2, $3, $4)`,
      [number, JSON.stringify({ from, to, isOffline: true, wasState: 'active' }), now, endedAt],
    );
  await addMove('main', 'east', new Date(now.getTime() - 8 * 24 * 3_600_000));
  await addMove('east', 'main', null);
  const copies = () =>
    deployment.query('postgres', 'SELECT FROM pg_database WHERE datname = $1', [`m${number}`]);
  await deployment.run(['delete', '--due']);
  expect(await copies()).toHaveLength(1);

  await deployment.control(`DELETE FROM control.operations WHERE market = $1 AND ended_at IS NULL`, [number]);
  await deployment.run(['delete', '--due']);
  expect(await copies()).toHaveLength(0);
  await deployment.control(`UPDATE control.markets SET cell = 'main' WHERE number = $1`, [number]);
  await deployment.control(`DELETE FROM control.cells WHERE name = 'east'`);
  await deployment.run(['delete', 'returning', '--now', '--yes', 'returning']);
});

test('only the name confirms a deletion at once, and market 1 is never deleted', async () => {
  expect(await deployment.run(['delete', 'westfield', '--now', '--yes', 'eastfield'])).toBe(1);
  expect((await deployment.entry('westfield')).state).toBe('active');
  await expect(deployment.run(['delete', 'main', '--now', '--yes', 'main'])).rejects.toThrow(
    /is the installation itself/,
  );
});
