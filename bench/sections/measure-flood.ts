import { openDatabase } from '#platform/server/database/database.ts';
import type { Engine } from '../bench-arguments.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { subjectOf } from '../books/fill-database.ts';
import { fillWorstCaseLists } from '../books/fill-worst-case-lists.ts';
import { type Flood, floods } from '../load/floods.ts';
import { httpLoad } from '../load/http-load.ts';
import { atMost, milliseconds, type ReportRow, whole } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';
import { inTurn } from './measure-requests.ts';

const size = { books: 60_000, sellers: 4_000, boosted: 50 };
/** Short rounds: other load of the machine comes and goes. */
const pace = { rounds: 5, milliseconds: 2_000 };
/** The seller who floods with an account. */
const ATTACKER = 0;
/** Book pages that others open, each from its own address. */
const BYSTANDERS = 4;
const PAGES_PER_SECOND = 20;
const MAX_RATIO = 1.5;

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
    const bookIds = await market.bare.bookIds(2_000);
    const sellerIds = await market.bare.sellerIds(2_000);
    const isbns = [...new Set(market.catalog.books.flatMap(({ isbn }) => isbn ?? []))];
    const open = inTurn(bookIds.map((id) => `/book/${id}`));
    const rows: ReportRow[] = [];
    for (const [at, flood] of floods({ token, bookIds, sellerIds, isbns }).entries()) {
      options.progress(`  ${flood.figure}`);
      rows.push(await besideFlood(market, flood, { open, address: `127.0.1.${at + 1}` }));
    }
    return rows;
  } finally {
    await database.close();
  }
}

/** Alternates rounds without and with the flood, so that other load on the machine affects both. */
async function besideFlood(
  market: BenchEnvironment,
  { perSecond, status = 200, changes = false, figure, ...flood }: Flood,
  { open, address }: { open: () => string; address: string },
): Promise<ReportRow> {
  const { port, pace } = market;
  const { milliseconds } = pace;
  const others = {
    path: open,
    connections: BYSTANDERS,
    from: (connection: number) => `127.0.2.${connection + 1}`,
    every: (1_000 * BYSTANDERS) / PAGES_PER_SECOND,
  };
  const change = { path: () => '/healthz', forgetting: true, connections: 1, every: 1_000 };
  const every = (1_000 * flood.connections) / perSecond;
  const attack = { ...flood, status, every, from: () => address, mayBeRefused: true };
  const round = async (isFlooded: boolean): Promise<Round> => {
    const cpuBefore = await market.cpu();
    const [reads, flooded] = await Promise.all([
      httpLoad({ ...others, port, milliseconds }),
      isFlooded ? httpLoad({ ...attack, port, milliseconds }) : null,
      changes ? httpLoad({ ...change, port, milliseconds }) : null,
    ]);
    return { reads, flooded, cpu: (await market.cpu()) - cpuBefore };
  };
  const [calm, loaded]: [Round[], Round[]] = [[], []];
  for (let rounds = 0; rounds < pace.rounds; rounds += 1) {
    calm.push(await round(false));
    loaded.push(await round(true));
  }
  return toRow(figure, calm, loaded);
}

type Load = Awaited<ReturnType<typeof httpLoad>>;
/** `cpu`: microseconds of the product and its database. */
type Round = { reads: Load; flooded: Load | null; cpu: number };

function toRow(figure: string, calm: readonly Round[], loaded: readonly Round[]): ReportRow {
  const sum = (rounds: readonly Round[], of: (round: Round) => number) =>
    rounds.reduce((total, round) => total + of(round), 0);
  const latency = (rounds: readonly Round[], share: number) =>
    percentile(
      rounds.flatMap(({ reads }) => reads.latencies),
      share,
    );
  const seconds = sum(loaded, ({ flooded }) => flooded?.seconds ?? 0);
  const rate = (of: (load: Load) => number) =>
    whole(sum(loaded, ({ flooded }) => (flooded === null ? 0 : of(flooded))) / seconds);
  const cores = (sum(loaded, ({ cpu }) => cpu) - sum(calm, ({ cpu }) => cpu)) / 1e6 / seconds;
  const ratio = latency(loaded, 0.95) / latency(calm, 0.95);
  const figures = (rounds: readonly Round[]) =>
    `p50 ${milliseconds(latency(rounds, 0.5))}, p95 ${milliseconds(latency(rounds, 0.95))} ms`;
  return {
    figure: `Book page beside ${figure}`,
    measured: `${figures(loaded)} · ${rate(({ count }) => count)}/s answered, ${rate(({ refused }) => refused)}/s refused, ${cores.toFixed(2)} of a core more`,
    reference: `${figures(calm)} without it`,
    ratio,
    aim: atMost(ratio, MAX_RATIO, 'times the p95'),
  };
}
