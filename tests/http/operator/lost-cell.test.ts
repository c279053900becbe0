import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { TestOperator } from '#tests/support/markets/test-operator.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';

/** Connecting may take two seconds. The rest is for a machine that does other work. */
const MAX_MS = 2_000 + 2_000;

let deployment: TestDeployment;
let page: TestOperator;
let cell: DatabaseProxy;

beforeAll(async () => {
  deployment = await TestDeployment.start();
  for (const name of ['westfield', 'eastfield', 'farfield'])
    await deployment.run(['create', name, '--host', `${name}.example`]);
  cell = await startDatabaseProxy(deployment.installation.database.url);
  const { port } = new URL(cell.url);
  await deployment.control('INSERT INTO control.cells (name, url, created_at) VALUES ($1, $2, now())', [
    'east',
    `postgres://127.0.0.1:${port}?sslmode=disable`,
  ]);
  await deployment.control(
    `UPDATE control.markets SET cell = 'east' WHERE name IN ('eastfield', 'farfield')`,
  );
  page = await TestOperator.start(deployment);
  await page.signIn();
});
afterAll(async () => {
  await page.stop();
  await cell.close();
  await deployment.stop();
});

/** What the page says of each market, and its warnings of databases. */
async function look() {
  deployment.clock.advance({ minutes: 2 });
  const startedAt = performance.now();
  const { status, body } = await page.ask('/operator');
  const milliseconds = performance.now() - startedAt;
  const cards = [...body.matchAll(/<h2>([^<]+)<\/h2>.*?(<dl class="nums">|No numbers)/gs)];
  return {
    status,
    milliseconds,
    counted: cards.flatMap(([, name, found]) => (found === 'No numbers' ? [] : [String(name)])).toSorted(),
    silent: [...body.matchAll(/No answer</g)].length,
    warnings: [...body.matchAll(/<span>(The (?:cell|database)[^<]+)</g)].map(([, text]) => text),
  };
}

const inMain = ['main', 'westfield'];
const all = ['eastfield', 'farfield', 'main', 'westfield'];
const lost = ['The cell east does not answer. Its 2 markets answer 503 until it is back; the others go on.'];

test('a lost cell is named once, and the numbers of the others stay', async () => {
  expect(await look()).toMatchObject({ status: 200, counted: all, silent: 0, warnings: [] });
  await cell.cut();
  const refused = await look();
  expect(refused).toMatchObject({ status: 200, counted: inMain, silent: 2, warnings: lost });
  expect(refused.milliseconds).toBeLessThan(MAX_MS);
  await cell.restore();
  expect(await look()).toMatchObject({ counted: all, warnings: [] });
});

test('a cell that is silent does not hold up the page', async () => {
  const release = cell.hold();
  const silent = await look();
  expect(silent).toMatchObject({ status: 200, counted: inMain, warnings: lost });
  expect(silent.milliseconds).toBeLessThan(MAX_MS);
  release();
  expect(await look()).toMatchObject({ counted: all, warnings: [] });
});

test('one database that refuses is not its cell', async () => {
  const { number } = await deployment.entry('farfield');
  await deployment.query('postgres', `ALTER DATABASE m${number} ALLOW_CONNECTIONS false`);
  expect(await look()).toMatchObject({
    counted: all.filter((name) => name !== 'farfield'),
    warnings: ['The database of farfield in the cell east does not answer.'],
  });
  await deployment.query('postgres', `ALTER DATABASE m${number} ALLOW_CONNECTIONS true`);
});
