import { openDatabase } from '#platform/server/database/database.ts';
import type { Engine } from '../bench-arguments.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { subjectOf } from '../books/fill-database.ts';
import { fillWorstCaseLists } from '../books/fill-worst-case-lists.ts';
import { httpLoad } from '../load/http-load.ts';
import { atMost, milliseconds, type ReportRow, whole } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';
import { inTurn } from './measure-requests.ts';

const size = { books: 60_000, sellers: 4_000, boosted: 50 };
const pace = { rounds: 3, milliseconds: 5_000 };
/** The seller who floods with an account. */
const ATTACKER = 0;
/** Book pages that others open, each from its own address. */
const BYSTANDERS = 4;
const PAGES_PER_SECOND = 20;
const MAX_RATIO = 1.5;

type Flood = {
  figure: string;
  path: () => string;
  token?: string;
  connections: number;
  /** Requests of all connections together. */
  perSecond: number;
};

type Options = { engine: Engine; profileDir: string | undefined; progress: (text: string) => void };

/** The latency of book pages while an address or an account floods the most expensive reads. Limits apply. */
export async function measureFlood(options: Options): Promise<ReportRow[]> {
  await using market = await openBenchEnvironment({ size, pace, isLimited: true, ...options });
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ url: market.server.ready.databaseUrl, dataDir: '', log });
  try {
    const attacker = 'SELECT id FROM users WHERE subject = $1';
    const { rows: users } = await database.pool.query<{ id: string }>(attacker, [subjectOf(ATTACKER)]);
    await fillWorstCaseLists(database, market.catalog, users[0]!.id, new Date());
    const token = await market.tokenOf(ATTACKER);
    const open = inTurn((await market.bare.bookIds(2_000)).map((id) => `/book/${id}`));
    const rows: ReportRow[] = [];
    for (const [at, flood] of floods(token).entries())
      rows.push(await besideFlood(market, flood, { open, address: `127.0.1.${at + 1}` }));
    return rows;
  } finally {
    await database.close();
  }
}

/** Each request misses every cache. */
function floods(token: string): Flood[] {
  let count = 0;
  const other = () => (count += 1);
  const account = { token, connections: 8, perSecond: 20 };
  const address = { connections: 16, perSecond: 320 };
  return [
    {
      figure: 'course search',
      path: () => `/api/courses?search=st&limit=${1 + (other() % 100)}`,
      ...address,
    },
    { figure: 'a full wanted list', path: () => '/api/wanted', ...account },
    { figure: 'twelve courses', path: () => '/api/users/me/courses', ...account },
    {
      figure: 'pages of searches that find nothing',
      path: () => `/?search=xqzw${other()}%20kjvh`,
      ...address,
      perSecond: 20,
    },
    { figure: 'such pages, without a pause', path: () => `/?search=xqzw${other()}%20kjvh`, ...address },
    {
      figure: 'such searches of an account',
      path: () => `/api/books?search=xqzw${other()}%20kjvh`,
      ...address,
      token,
    },
  ];
}

/** Alternates rounds without and with the flood, so that other load on the machine affects both. */
async function besideFlood(
  { port, pace }: BenchEnvironment,
  { figure, perSecond, ...flood }: Flood,
  { open, address }: { open: () => string; address: string },
): Promise<ReportRow> {
  const read = () =>
    httpLoad({
      port,
      path: open,
      connections: BYSTANDERS,
      from: (connection) => `127.0.2.${connection + 1}`,
      every: (1_000 * BYSTANDERS) / PAGES_PER_SECOND,
      milliseconds: pace.milliseconds,
    });
  const [before, during]: [number[], number[]] = [[], []];
  const sent = { answered: 0, refused: 0, seconds: 0 };
  for (let round = 0; round < pace.rounds; round += 1) {
    before.push(...(await read()).latencies);
    const every = (1_000 * flood.connections) / perSecond;
    const from = () => address;
    const attack = { ...flood, port, from, every, mayBeRefused: true, milliseconds: pace.milliseconds };
    const [reads, flooded] = await Promise.all([read(), httpLoad(attack)]);
    during.push(...reads.latencies);
    sent.answered += flooded.count;
    sent.refused += flooded.refused;
    sent.seconds += flooded.seconds;
  }
  const [calm, loaded] = [percentile(before, 0.95), percentile(during, 0.95)];
  const ratio = loaded / calm;
  const rate = (count: number) => whole(count / sent.seconds);
  return {
    figure: `Book page beside ${figure}`,
    measured: `p50 ${milliseconds(percentile(during, 0.5))}, p95 ${milliseconds(loaded)} ms · ${rate(sent.answered)}/s answered, ${rate(sent.refused)}/s refused`,
    reference: `p50 ${milliseconds(percentile(before, 0.5))}, p95 ${milliseconds(calm)} ms without it`,
    ratio,
    aim: atMost(ratio, MAX_RATIO, 'times the p95'),
  };
}
