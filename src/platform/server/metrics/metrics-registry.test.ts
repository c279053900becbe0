import { expect, it } from 'vitest';
import { ServedRequests } from '../http/served-requests.ts';
import { MetricsRegistry } from './metrics-registry.ts';

const linesOf = async (registry: MetricsRegistry, start: string) =>
  (await registry.text()).split('\n').filter((line) => line.startsWith(start));

const served = { requestId: '1', method: 'GET', route: '/', durationMs: 1, isCached: false };
const market = (number: number) => ({ number, name: `campus-${number}` });

it('adds up what markets count, and takes the worst of ages', async () => {
  const registry = new MetricsRegistry();
  for (const [index, age] of [10, 30].entries()) {
    const view = registry.open(market(index + 1));
    view.gauge({ name: 'bookswap_open_sockets', help: '.' }, () => age);
    view.gauge({ name: 'bookswap_backup_age_seconds', help: '.', combine: 'max' }, () => age);
    view.counter(
      { name: 'bookswap_events_total', help: '.', label: 'event' },
      () => new Map([['sent', age]]),
    );
  }
  expect(await linesOf(registry, 'bookswap_open_sockets')).toEqual(['bookswap_open_sockets 40']);
  expect(await linesOf(registry, 'bookswap_backup_age')).toEqual(['bookswap_backup_age_seconds 30']);
  expect(await linesOf(registry, 'bookswap_events')).toEqual(['bookswap_events_total{event="sent"} 40']);
});

it('keeps what a closed market has counted, and forgets its gauges', async () => {
  const registry = new MetricsRegistry();
  const view = registry.open(market(1));
  view.gauge({ name: 'bookswap_open_sockets', help: '.' }, () => 5);
  view.counter({ name: 'bookswap_events_total', help: '.' }, () => 7);
  await view.close();
  registry.open(market(1)).counter({ name: 'bookswap_events_total', help: '.' }, () => 1);
  expect(await linesOf(registry, 'bookswap_events')).toEqual(['bookswap_events_total 8']);
  expect(await linesOf(registry, 'bookswap_open_sockets')).toEqual([]);
});

it('refuses a name that is registered differently, or twice without a label', () => {
  const view = new MetricsRegistry().open(market(1));
  const options = { name: 'bookswap_events_total', help: '.' };
  view.counter(options, () => 1);
  expect(() => view.counter(options, () => 1)).toThrow('registered differently');
  expect(() => view.gauge({ ...options, label: 'event' }, () => 1)).toThrow('registered differently');
});

it('observes the process once, for however many registries', async () => {
  const names = (
    await Promise.all([new MetricsRegistry(), new MetricsRegistry()].map((one) => one.text()))
  ).map((text) => text.match(/^nodejs_eventloop_lag_p99_seconds /gm)?.length);
  expect(names).toEqual([1, 1]);
});

it('has five series with a market, once there are several', async () => {
  const registry = new MetricsRegistry();
  const requests = new ServedRequests();
  const first = registry.open(market(1));
  first.countHttpRequests(requests);
  first.databaseMs = () => 2_000;
  first.gauge(
    { name: 'bookswap_waiting_jobs', help: '.', label: 'queue' },
    () =>
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
  );
  for (const status of [200, 500]) requests.report({ ...served, status });
  expect(await registry.text()).not.toContain('bookswap_market_');
  const other = registry.open(market(2));
  expect(await linesOf(registry, 'bookswap_market_')).toEqual([
    'bookswap_market_http_requests_total{market="campus-1"} 2',
    'bookswap_market_http_requests_total{market="campus-2"} 0',
    'bookswap_market_http_errors_total{market="campus-1"} 1',
    'bookswap_market_http_errors_total{market="campus-2"} 0',
    'bookswap_market_database_seconds_total{market="campus-1"} 2',
    'bookswap_market_database_seconds_total{market="campus-2"} 0',
    'bookswap_market_open_sockets{market="campus-1"} 0',
    'bookswap_market_open_sockets{market="campus-2"} 0',
    'bookswap_market_waiting_jobs{market="campus-1"} 3',
    'bookswap_market_waiting_jobs{market="campus-2"} 0',
  ]);
  await other.close();
  expect(await linesOf(registry, 'bookswap_market_http_requests_total{market="campus-2"}')).toHaveLength(1);
});

it('has at most 200 values of that label', async () => {
  const registry = new MetricsRegistry();
  for (let number = 1; number <= 203; number += 1) {
    const requests = new ServedRequests();
    registry.open(market(number)).countHttpRequests(requests);
    requests.report({ ...served, status: 200 });
  }
  const lines = await linesOf(registry, 'bookswap_market_http_requests_total');
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('bookswap_market_http_requests_total{market="other"} 3');
});

it('asks a database of each market at most every fifteen seconds, and of one alone each time', async () => {
  const registry = new MetricsRegistry();
  let asked = 0;
  const read = async () => (asked += 1);
  registry.open(market(1)).gauge({ name: 'bookswap_queued_emails', help: '.' }, read);
  await registry.text();
  await registry.text();
  expect(asked).toBe(2);
  registry.open(market(2));
  await registry.text();
  await registry.text();
  expect(asked).toBe(3);
});
