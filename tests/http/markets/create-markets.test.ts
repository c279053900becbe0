import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePassword, rootOfMarket } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { queryUrl, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run([
    'create',
    'westfield',
    '--host',
    'Westfield.example',
    '--currency',
    'EUR',
    '--languages',
    'de,en',
  ]);
});
afterAll(() => deployment.stop());

const create = (name: string) => ['create', name, '--host', `${name}.example`];
const last = () => deployment.said.at(-1);

test('the installation becomes market 1 where it is, and the new one has its own root, role and settings', async () => {
  const [first, second] = await deployment.entries();
  expect(first).toMatchObject({ number: 1, name: 'main', state: 'active', settings: {}, cell: 'main' });
  expect(first!.hosts).toContain('localhost');
  expect(second).toMatchObject({
    number: 2,
    name: 'westfield',
    state: 'active',
    hosts: ['westfield.example'],
    settings: {
      CAMPUS_CURRENCY: 'EUR',
      CAMPUS_LANGUAGES: 'de,en',
      SECRET_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  const key = deployment.variables['SECRET_KEY'];
  if (key !== undefined) expect(second!.settings['SECRET_KEY']).toBe(rootOfMarket(key, 2));
  expect(await queryUrl(first!.database.url, 'SELECT count(*)::int AS n FROM users')).toEqual([{ n: 0 }]);
});

test('a market owns all of its database, and has the journal of this version', async () => {
  const { database } = await deployment.entry('westfield');
  const owners = await queryUrl(
    database.url,
    `SELECT DISTINCT pg_get_userbyid(relowner)::text AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace)
     AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  );
  expect(owners).toEqual([{ owner: 'm2' }]);
  const [routines] = await queryUrl(
    database.url,
    `SELECT count(*)::int AS n FROM pg_proc WHERE proowner <> 'm2'::regrole AND pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  expect(routines).toEqual({ n: 0 });
  const journal = 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at';
  expect(await queryUrl(database.url, journal)).toEqual(await deployment.query('bookswap', journal));
  // As its own migrations and its queue do.
  await queryUrl(
    database.url,
    'CREATE SCHEMA later; CREATE TABLE later.jobs (id int PRIMARY KEY); ALTER TABLE users ADD extra int',
  );
});

test('the role has its limits as settings, and few connections', async () => {
  const { database } = await deployment.entry('westfield');
  const [row] = await queryUrl(
    database.url,
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone,
       rolconnlimit AS connections, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty
     FROM pg_roles WHERE rolname = current_user`,
  );
  expect(row).toEqual({
    statement: '30s',
    lock: '15s',
    idle: '10s',
    zone: 'UTC',
    connections: 16,
    mighty: false,
  });
});

test('roles connect to their own database only, and can neither become nor make others', async () => {
  await deployment.run(create('eastfield'));
  const { database: own } = await deployment.entry('westfield');
  const roles = { m2: own.url, m3: (await deployment.entry('eastfield')).database.url };
  const [directory] = await deployment.query(
    'postgres',
    `SELECT rolname FROM pg_roles WHERE rolname = 'bookswap_directory'`,
  );
  expect(directory).toBeDefined();
  for (const [role, url] of Object.entries(roles))
    for (const database of ['bookswap', 'postgres', 'template1', role === 'm2' ? 'm3' : 'm2'])
      await expect(queryUrl(withParts(url, { database }), 'SELECT 1')).rejects.toThrow(
        /permission denied for database/,
      );
  for (const statement of [
    'SET ROLE m3',
    'SET ROLE bookswap',
    'SET ROLE postgres',
    'CREATE ROLE other',
    'CREATE DATABASE other',
    'ALTER ROLE m3 LOGIN',
  ])
    await expect(queryUrl(own.url, statement)).rejects.toThrow(/permission denied/);
});

test('the role of the servers reads the directory, and no table of a market', async () => {
  const { url } = directoryRole();
  expect(await queryUrl(url, 'SELECT number FROM control.markets ORDER BY number LIMIT 2')).toEqual([
    { number: 1 },
    { number: 2 },
  ]);
  const tables = await deployment.query(
    'bookswap',
    `SELECT format('public.%I', relname) AS name FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const { name } of tables)
    await expect(queryUrl(url, `SELECT FROM ${String(name)} LIMIT 1`)).rejects.toThrow(/permission denied/);
  await expect(queryUrl(url, `UPDATE control.markets SET state = 'active'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(queryUrl(url, 'CREATE TABLE control.mine (id int)')).rejects.toThrow(/permission denied/);
  await expect(queryUrl(withParts(url, { database: 'm2' }), 'SELECT 1')).rejects.toThrow(/permission denied/);
});

test('a market cannot read the directory, not even market 1', async () => {
  const { database } = await deployment.entry('main');
  await expect(queryUrl(database.url, 'SELECT FROM control.market_secrets')).rejects.toThrow(
    /permission denied/,
  );
});

function directoryRole() {
  const file = join(deployment.variables['DATA_DIR']!, 'secret.key');
  const root = deployment.variables['SECRET_KEY'] ?? readFileSync(file, 'utf8').trim();
  const password = databasePassword(root, 'bookswap_directory');
  return {
    root,
    url: withParts(deployment.installation.database.url, { role: 'bookswap_directory', password }),
  };
}

test('another secret has another password', async () => {
  const { url } = directoryRole();
  const wrong = withParts(url, { role: 'bookswap_directory', password: 'wrong' });
  // The embedded server trusts its socket, which only its account reaches.
  if (deployment.variables['DATABASE_URL'] === undefined) return;
  await expect(queryUrl(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test.each([
  ['before', 'database'],
  ['after', 'database'],
  ['before', 'open'],
  ['after', 'open'],
] as const)(
  'a creation that is interrupted %s the step %s is completed by the same command',
  async (moment, step) => {
    const name = `${moment}-${step}`;
    await deployment.interrupt(create(name), step, moment);
    if (`${moment} ${step}` !== 'after open') expect((await deployment.entry(name)).state).toBe('creating');
    await deployment.run(['list']);
    expect(last()).toContain(`create was interrupted at '${step}'`);
    await expect(deployment.run(['pause', name])).rejects.toThrow(/in the middle of 'create'/);
    await deployment.run(create(name));
    const { state, database } = await deployment.entry(name);
    expect(state).toBe('active');
    expect(await queryUrl(database.url, 'SELECT count(*)::int AS n FROM users')).toEqual([{ n: 0 }]);
    const open = await deployment.control('SELECT FROM control.operations WHERE ended_at IS NULL');
    expect(open).toEqual([]);
  },
);

test('a creation that is interrupted between the copy and its new owner is completed', async () => {
  await deployment.interrupt(create('halfway'), 'open', 'before');
  const { number } = await deployment.entry('halfway');
  await deployment.query(
    `m${number}`,
    `REASSIGN OWNED BY m${number} TO bookswap_template; ALTER DATABASE m${number} OWNER TO m${number}`,
  );
  await deployment.control(`UPDATE control.operations SET step = 'database' WHERE market = $1`, [number]);
  await deployment.run(create('halfway'));
  expect((await deployment.entry('halfway')).state).toBe('active');
});

test('a creation that is given up leaves nothing, and its number is not used again', async () => {
  await deployment.interrupt(create('given-up'), 'open', 'before');
  const { number } = await deployment.entry('given-up');
  await deployment.run(['delete', 'given-up', '--now', '--yes', 'given-up']);
  expect(
    await deployment.query('postgres', 'SELECT FROM pg_database WHERE datname = $1', [`m${number}`]),
  ).toEqual([]);
  expect(
    await deployment.query('postgres', 'SELECT FROM pg_roles WHERE rolname = $1', [`m${number}`]),
  ).toEqual([]);
  await deployment.run(['create', 'given-up', '--host', 'other.example']);
  expect((await deployment.entry('given-up')).number).toBe(number + 1);
});

test('a name, a host and a database of others are refused, and nothing is left', async () => {
  const before = await deployment.control('SELECT count(*)::int AS n FROM control.markets');
  const refused: [string[], RegExp][] = [
    [['create', 'westfield', '--host', 'new.example'], /exists, with the host westfield.example/],
    [['create', 'new', '--host', 'westfield.example'], /is the host of westfield/],
    [['create', 'new', '--host', 'localhost'], /host of (main|the first market)/],
    [['create', 'new', '--host', 'given-up.example'], /was the host of given-up, which was deleted/],
    [['create', 'New', '--host', 'new.example'], /lower-case/],
    [['create', 'new', '--host', 'new example'], /not the name of a host/],
    [['create', 'new'], /needs a host/],
    [['create', 'new', '--host', 'new.example', '--currency', 'Euro'], /CAMPUS_CURRENCY/],
    [['create', 'new', '--host', 'new.example', '--set', 'DATABASE_URL=x'], /not a setting of a market/],
    [['create', 'new', '--host', 'new.example', '--cell', 'nowhere'], /no cell nowhere/],
    [['create', 'new', '--host', 'new.example', '--set', 'STRIPE_SECRET_KEY=sk'], /--set-from FILE/],
    [['create', 'new', '--host', 'new.example', '--set-from', '/nowhere'], /cannot be read/],
    [
      ['cells', 'add', 'east', '--url', 'postgres://east.example?password=x'],
      /without a role and a password/,
    ],
    [['cells', 'add', 'east', '--url', 'postgres://east.example?user=x'], /without a role and a password/],
    [['cells', 'add', 'east', '--url', 'postgres://:x@east.example'], /without a role and a password/],
  ];
  for (const [args, message] of refused) await expect(deployment.run(args)).rejects.toThrow(message);
  const [{ next } = { next: 0 }] = await deployment.control(
    'SELECT max(number) + 1 AS next FROM control.markets',
  );
  await deployment.query('postgres', `CREATE DATABASE m${Number(next)}`);
  await expect(deployment.run(create('new'))).rejects.toThrow(/not of this deployment/);
  expect(
    await deployment.query('postgres', 'SELECT FROM pg_database WHERE datname = $1', [`m${Number(next)}`]),
  ).toHaveLength(1);
  await deployment.query('postgres', `DROP DATABASE m${Number(next)}`);
  expect(await deployment.control('SELECT count(*)::int AS n FROM control.markets')).toEqual(before);
});

test('secrets are sealed in the directory, and settings change together', async () => {
  const set = (...pairs: string[]) =>
    deployment.run(['set', 'westfield', ...pairs.flatMap((pair) => ['--set', pair])]);
  const directory = mkdtempSync(join(memoryDirectory(), 'bookswap-settings-'));
  const file = join(directory, 'settings');
  const setFrom = (text: string, ...more: string[]) => {
    writeFileSync(file, text, { mode: 0o600 });
    return deployment.run(['set', 'westfield', '--set-from', file, ...more]);
  };
  await expect(setFrom('OIDC_CLIENT_SECRET=confidential')).rejects.toThrow(/OIDC/);
  chmodSync(file, 0o640);
  await expect(setFrom('CAMPUS_COLOR=blue')).rejects.toThrow(/Other users[^]*chmod 600/);
  chmodSync(file, 0o600);
  await expect(
    set('OIDC_CLIENT_SECRET=confidential', 'OIDC_CLIENT_ID=bookswap', 'OIDC_ISSUER=https://id.example'),
  ).rejects.toThrow(/OIDC_CLIENT_SECRET is secret/);
  await setFrom(
    '# The sign-in\n\nOIDC_CLIENT_SECRET=confidential\nOIDC_CLIENT_ID=bookswap\n',
    '--set',
    'OIDC_ISSUER=https://id.example',
  );
  rmSync(directory, { recursive: true });
  const { settings } = await deployment.entry('westfield');
  expect(settings).toMatchObject({ OIDC_CLIENT_SECRET: 'confidential', OIDC_CLIENT_ID: 'bookswap' });
  const [stored] = await deployment.control(
    'SELECT m.settings, s.sealed FROM control.markets m JOIN control.market_secrets s ON market = number',
  );
  expect(JSON.stringify(stored)).not.toContain('confidential');
  await set('OIDC_CLIENT_SECRET=', 'OIDC_CLIENT_ID=', 'OIDC_ISSUER=');
  expect(Object.keys((await deployment.entry('westfield')).settings).join(' ')).not.toContain('OIDC');
});

test('a market is created in at most three seconds', async () => {
  const startedAt = performance.now();
  await deployment.run(create('quick'));
  const seconds = (performance.now() - startedAt) / 1000;
  expect(last()).toMatch(/^quick is market \d+: http:\/\/quick\.example:3000 \([\d.]+ s\)\.$/);
  expect(seconds).toBeLessThan(3);
});
