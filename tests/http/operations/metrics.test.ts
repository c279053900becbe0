import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import { parsePrometheusText } from '#tests/support/fakes/parse-prometheus-text.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

let world: TestWorld;
let store: S3Store;
beforeAll(async () => {
  store = await S3Store.start();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  world = await TestWorld.open({
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
});
afterAll(async () => {
  await world.app.stop();
  await store.close();
});

async function scrape() {
  const { status, body, headers } = await world.app.visitor().get('/metrics');
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')]);
  const metrics = parsePrometheusText(body);
  const samplesOf = (name: string) =>
    metrics.get(name)?.samples ?? metrics.get(name.replace(/_(bucket|sum|count)$/, ''))?.samples ?? [];
  /** Of the one series with these labels. */
  const valueOf = (name: string, labels: Record<string, string> = {}) => {
    const found = samplesOf(name).filter(
      (one) =>
        one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    );
    expect(found.length, `${name} ${JSON.stringify(labels)}`).toBe(1);
    return found[0]!.value;
  };
  return { metrics, samplesOf, valueOf };
}

it('requests are counted and timed by the template of their route, from the cache or not', async () => {
  const { id } = await world.createBook();
  const visitor = world.app.visitor();
  for (let time = 0; time < 3; time += 1) await visitor.get(`/api/books/${id}`);
  await visitor.get(`/api/books/${crypto.randomUUID()}`);
  await visitor.get('/api/nowhere/secret');
  const { valueOf, samplesOf } = await scrape();
  const book = { method: 'GET', route: '/api/books/:id' };
  expect(valueOf('bookswap_http_requests_total', { ...book, status: '200' })).toBe(3);
  expect(valueOf('bookswap_http_requests_total', { ...book, status: '404' })).toBe(1);
  expect(valueOf('bookswap_http_requests_total', { route: '(none)', status: '404' })).toBe(1);
  expect(valueOf('bookswap_http_request_duration_seconds_count', book)).toBe(4);
  const buckets = samplesOf('bookswap_http_request_duration_seconds_bucket')
    .filter(({ name, labels }) => name.endsWith('_bucket') && labels['route'] === book.route)
    .map(({ value }) => value);
  expect(buckets).toEqual(buckets.toSorted((one, other) => one - other));
  expect(buckets.at(-1)).toBe(4);
  expect(valueOf('bookswap_cache_hits_total', { cache: 'books' })).toBe(2);
  expect(valueOf('bookswap_cache_misses_total', { cache: 'books' })).toBe(2);
});

it('no label has text of a request: the routes are those that are mounted', async () => {
  const visitor = world.app.visitor();
  const before = (await scrape()).samplesOf('bookswap_http_requests_total').length;
  for (let time = 0; time < 50; time += 1) {
    await visitor.get(`/api/nowhere/${time}`);
    await visitor.get(`/api/books/${crypto.randomUUID()}?search=${time}`);
    await visitor.get(`/objects/uploads/${crypto.randomUUID()}.webp`);
  }
  const after = (await scrape()).samplesOf('bookswap_http_requests_total').length;
  expect(after - before).toBeLessThan(5);
});

it('sockets, queues, the pool and the carrier are gauges', async () => {
  const socket = await world.buyer.connect();
  const { valueOf } = await scrape();
  expect(valueOf('bookswap_open_sockets')).toBe(1);
  for (const queue of ['passwords', 'images', 'share-images']) {
    expect(valueOf('bookswap_queue_waiting_tasks', { queue })).toBe(0);
    expect(valueOf('bookswap_queue_running_tasks', { queue })).toBe(0);
  }
  expect(valueOf('bookswap_database_connections', { state: 'idle' })).toBeGreaterThan(0);
  expect(valueOf('bookswap_database_waiting_requests')).toBe(0);
  expect(valueOf('bookswap_event_carrier_up', { carrier: 'none' })).toBe(1);
  expect(valueOf('bookswap_disk_free_bytes')).toBeGreaterThan(0);
  expect(valueOf('bookswap_waiting_jobs', { queue: 'scheduled' })).toBe(0);
  socket.terminate();
  await expect.poll(async () => (await scrape()).valueOf('bookswap_open_sockets')).toBe(0);
});

it('the age of the last backup counts from the beginning until there is one', async () => {
  const { database, clock } = world.app;
  const age = async () => (await scrape()).valueOf('bookswap_backup_age_seconds');
  const before = await age();
  clock.advance(60_000);
  expect((await age()) - before).toBeCloseTo(60, 1);
  await recordBackup(database, '/backups/one.tar.gz', clock.now());
  clock.advance(5_000);
  expect(await age()).toBe(5);
});

it('emails and jobs that wait are counted, and for how long', async () => {
  const { database, clock } = world.app;
  await database.pool.query(
    `INSERT INTO queued_emails (id, recipient, subject, body, created_at)
     VALUES (gen_random_uuid(), 'x@y.example', 's', 'b', $1)`,
    [new Date(clock.now().getTime() - 90_000)],
  );
  await database.pool.query(
    `INSERT INTO pgboss.job (name, data, start_after) VALUES ('send-email', '{}', now() - interval '1 minute')`,
  );
  const { valueOf } = await scrape();
  expect(valueOf('bookswap_queued_emails')).toBe(1);
  expect(valueOf('bookswap_oldest_queued_email_seconds')).toBe(90);
  expect(valueOf('bookswap_waiting_jobs', { queue: 'send-email' })).toBeLessThanOrEqual(1);
  await database.pool.query('DELETE FROM queued_emails');
});

it('errors of the photo storage are counted', async () => {
  store.failAll('busy');
  await expect(uploadPhoto(world.app, world.seller)).rejects.toThrow('503');
  store.failAll(null);
  expect((await scrape()).valueOf('bookswap_storage_errors_total', { operation: 'put' })).toBe(1);
});

it('a part that does not answer is left out, and the others are exported', async () => {
  const { pool } = world.app.database;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const silent = vi.spyOn(pool, 'query').mockImplementation((...args: unknown[]) => {
    const isCount = /count\(\*\).*queued_emails/.test(JSON.stringify(args[0]));
    return isCount ? Promise.withResolvers().promise : query(...args);
  });
  const { valueOf, samplesOf } = await scrape();
  silent.mockRestore();
  expect(samplesOf('bookswap_queued_emails')).toEqual([]);
  expect(valueOf('bookswap_open_sockets')).toBe(0);
});

/** Exported only in other configurations. */
const elsewhere = ['bookswap_engine_restarts_total', 'up'];
/** Of several markets. */
const isOfMarkets = (name: string) => /^bookswap_(open_)?markets?(_|$)/.test(name);
const namesIn = (expression: string) =>
  [...expression.replace(/"[^"]*"/g, '').matchAll(/\b((?:bookswap|nodejs|process)_\w+|up)\b/g)].map(
    ([name]) => name,
  );

async function expectExported(expressions: string[]): Promise<void> {
  const { samplesOf, metrics } = await scrape();
  const names = new Set(expressions.flatMap(namesIn));
  expect(names.size).toBeGreaterThan(5);
  const known = (name: string) => metrics.has(name) || samplesOf(name).some((sample) => sample.name === name);
  const unknown = [...names].filter((name) => !known(name) && !elsewhere.includes(name));
  expect(unknown.filter((name) => !isOfMarkets(name))).toEqual([]);
}

describe('the dashboard of Grafana', () => {
  type Panel = { title: string; id: number; targets?: { expr: string }[]; gridPos: { w: number; x: number } };
  const dashboard: { panels: Panel[]; uid: string } = JSON.parse(
    readFileSync('deploy/grafana/dashboard.json', 'utf8'),
  );
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  it('shows only what is exported', () => expectExported(queries));

  it('has panels with titles, ids and places of their own, and shows each metric of the product', async () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    const { metrics } = await scrape();
    const own = [...metrics.keys()].filter((name) => name.startsWith('bookswap_'));
    const shown = new Set(queries.flatMap(namesIn).map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the alerts of Prometheus', () => {
  type Rule = {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: object;
  };
  const { groups }: { groups: { name: string; rules: Rule[] }[] } = parseYaml(
    readFileSync('deploy/prometheus/alerts.yaml', 'utf8'),
  );
  const rules = groups.flatMap((group) => group.rules);

  it('ask only for what is exported', () => expectExported(rules.map(({ expr }) => expr)));

  it.each(rules)('$alert has a summary, a severity and a line in the operations guide', (rule) => {
    expect(rule.annotations).toEqual({ summary: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.for ?? '0m').toMatch(/^\d+[smh]$/);
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(`| \`${rule.alert}\` |`);
  });
});
