import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { atMost, type ReportRow } from '../results/report.ts';
import { median, percentile } from '../results/statistics.ts';
import { Campuses, type ServerProcess } from './campuses.ts';
import { measureAlone } from './measure-alone.ts';
import { measureNoise } from './measure-noise.ts';

const MARKETS = 100;
const PROCESSES = 2;
/** A process at rest has collected its garbage by then. */
const REST_MS = 20_000;
/** Markets close after ten idle minutes, and are looked at once a minute. */
const CLOSED_AFTER_MS = 11.5 * MINUTE_MS;
const MAX_REFUSALS = 20;
const WATCHED_MS = MINUTE_MS;

const CREATE_AIM_SECONDS = 3;
const CLOSED_AIM_MB = 270;
const OPEN_AIM_MB = 500;
const CPU_AIM_PERCENT = 2;
const MIGRATION_AIM_SECONDS = 60;

type Options = { base: string | undefined; progress: (text: string) => void };

/** Many markets on one PostgreSQL in two processes; and an installation alone beside `base`. */
export async function measureMarkets({ base, progress }: Options): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  const add = (...more: ReportRow[]) => {
    rows.push(...more);
    for (const { figure, measured, reference = '' } of more)
      progress(`    ${figure}: ${measured} ${reference}`);
  };
  {
    await using campuses = await Campuses.open();
    await campuses.create(MARKETS);
    add(...createRows(campuses.created));
    while (campuses.processes.length < PROCESSES) await campuses.startProcess();
    add(...(await measureMemory(campuses)));
    add(...(await measureNoise(campuses)));
    add(await measureMigration(campuses));
  }
  add(...(await measureAlone(base, rest)));
  return rows;
}

const rest = () => delay(REST_MS);
const seconds = (value: number) => `${value.toFixed(2)} s`;
const megabytes = (value: number) => `${value.toFixed(0)} MB`;

function createRows([first, ...others]: readonly number[]): ReportRow[] {
  const worst = Math.max(...others);
  return [
    { figure: 'The first market, with directory and template', measured: seconds(first!) },
    {
      figure: `Each of ${others.length} further markets`,
      measured: `p50 ${seconds(median(others))}, p95 ${seconds(percentile(others, 0.95))}, at most ${seconds(worst)}`,
      aim: atMost(worst, CREATE_AIM_SECONDS, 's'),
    },
  ];
}

async function measureMemory(campuses: Campuses): Promise<ReportRow[]> {
  const [one, other] = campuses.processes as [ServerProcess, ServerProcess];
  await rest();
  const rows = [memoryRow('all markets closed', campuses.memory(), CLOSED_AIM_MB)];
  const openings: number[] = [];
  let refused = 0;
  for (const [index, host] of campuses.hosts.entries()) {
    const start = performance.now();
    refused += await visit(index % 2 === 0 ? one : other, host);
    openings.push(performance.now() - start);
  }
  await rest();
  rows.push(memoryRow(`a request to each of ${MARKETS} markets`, campuses.memory(), OPEN_AIM_MB));
  rows.push({
    figure: 'The first request to a closed market',
    measured: `p50 ${median(openings).toFixed(0)} ms, p95 ${percentile(openings, 0.95).toFixed(0)} ms; ${refused} refused`,
    aim: atMost(refused, 0, 'refused'),
  });
  for (const [index, host] of campuses.hosts.entries()) await visit(index % 2 === 0 ? other : one, host);
  await rest();
  rows.push(memoryRow(`all ${MARKETS} open in both`, campuses.memory()));
  rows.push(...(await watchIdle(campuses, 'open')));
  await delay(CLOSED_AFTER_MS - WATCHED_MS);
  rows.push(memoryRow('closed again after ten idle minutes', campuses.memory(), CLOSED_AIM_MB));
  return [...rows, ...(await watchIdle(campuses, 'closed'))];
}

const memoryRow = (when: string, measured: number, aim?: number): ReportRow => ({
  figure: `PSS of ${PROCESSES} processes, ${when}`,
  measured: megabytes(measured),
  ...(aim !== undefined && { aim: atMost(measured, aim, 'MB') }),
});

/** What the processes and the database do when nobody asks. */
async function watchIdle(campuses: Campuses, state: 'open' | 'closed'): Promise<ReportRow[]> {
  const [cpu, before] = [campuses.cpu(), await campuses.database()];
  await delay(WATCHED_MS);
  const after = await campuses.database();
  const percent = ((campuses.cpu() - cpu) / WATCHED_MS) * 1_000 * 100;
  const rate = (key: 'transactions' | 'ofDeployment') =>
    ((after[key] - before[key]) / (WATCHED_MS / 1_000)).toFixed(2);
  const isClosed = state === 'closed';
  return [
    {
      figure: `CPU of ${PROCESSES} idle processes, markets ${state}`,
      measured: `${percent.toFixed(2)} % of a core`,
      ...(isClosed && { aim: atMost(percent, CPU_AIM_PERCENT, '%') }),
    },
    {
      figure: `Transactions, markets ${state}`,
      measured: `${rate('transactions')}/s in the markets, ${rate('ofDeployment')}/s in directory and jobs`,
      ...(isClosed && { aim: atMost(after.transactions - before.transactions, 0, 'in the markets') }),
    },
    {
      figure: `Database connections of markets, ${state}`,
      measured: String(after.connections),
      ...(isClosed && { aim: atMost(after.connections, 0, '') }),
    },
  ];
}

async function measureMigration(campuses: Campuses): Promise<ReportRow> {
  const taken = await campuses.migrate();
  return {
    figure: `Migration of ${MARKETS} markets: a table, an index, a column`,
    measured: seconds(taken),
    aim: atMost(taken, MIGRATION_AIM_SECONDS, 's'),
  };
}

/** Returns how often the market could not be opened in time, and was asked again. */
async function visit({ port }: ServerProcess, host: string): Promise<number> {
  for (let refused = 0; refused < MAX_REFUSALS; refused += 1) {
    const status = await ask(port, host);
    if (status === 200) return refused;
    if (status !== 503) throw new Error(`${host} returned ${status}`);
    await delay(1_000);
  }
  throw new Error(`${host} does not open`);
}

function ask(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/api/books', headers: { host } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    asked.once('error', reject).end();
  });
}
