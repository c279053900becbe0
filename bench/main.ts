/**
 * `npm run bench`: the figures of the README, measured against references in the same run. For its options
 * see `usage` in bench-arguments.ts.
 */
import { ensureBuilt } from '#packages/launcher/ensure-built.mjs';
import { launcherConfig } from '../scripts/launcher-config.mjs';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import {
  type BenchArguments,
  type BenchSection,
  type Engine,
  expectedSeconds,
  type MarketSection,
  marketSections,
  readArguments,
  sectionsOn,
} from './bench-arguments.ts';
import { type BenchEnvironment, openBenchEnvironment } from './bench-environment.ts';
import { measureCosts } from './sections/measure-costs.ts';
import { measureFlood } from './sections/measure-flood.ts';
import { measureFilters } from './sections/measure-filters.ts';
import { measureIdle } from './sections/measure-idle.ts';
import { measureLighthouse } from './sections/measure-lighthouse.ts';
import { measureMessages } from './sections/measure-messages.ts';
import { measureOffers } from './sections/measure-offers.ts';
import { measureBase } from './sections/measure-base.ts';
import { measureContention } from './sections/measure-contention.ts';
import { measureDetail, measureHome, measureLists, measureProfile } from './sections/measure-requests.ts';
import { measureSearch } from './sections/measure-search.ts';
import { measureRequestCosts } from './sections/measure-request-costs.ts';
import { measurePriceGuidance } from './sections/measure-price-guidance.ts';
import { measureProcesses } from './sections/measure-processes.ts';
import { measureSockets } from './sections/measure-sockets.ts';
import { measureWanted } from './sections/measure-wanted.ts';
import { measureWorks } from './sections/measure-works.ts';
import { measureMarkets } from './markets/measure-markets.ts';
import { Campuses } from './markets/campuses.ts';
import { measureNoiseAlone } from './markets/measure-noise.ts';
import { measureMove } from './markets/measure-move.ts';
import { measureStart } from './sections/measure-start.ts';
import { measurePageWeight } from './sections/measure-page-weight.ts';
import { measurePhone } from './sections/measure-phone.ts';
import {
  machine,
  markdown,
  type ReportRow,
  type ReportTable,
  withExternalReference,
} from './results/report.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

/** A run that takes this many times as long as it should is aborted. */
const MAX_DELAY_RATIO = 5;

const pace = { rounds: 3, milliseconds: 1_500 };
const SELLERS = 4_000;
const BOOSTED = 50;

const onMarket: Record<MarketSection, (market: BenchEnvironment) => Promise<ReportRow[]>> = {
  lists: measureLists,
  home: measureHome,
  detail: measureDetail,
  profile: measureProfile,
  search: measureSearch,
  filters: measureFilters,
  'price-guidance': measurePriceGuidance,
  wanted: measureWanted,
  contention: measureContention,
  messages: measureMessages,
  offers: measureOffers,
  costs: measureCosts,
  lighthouse: measureLighthouse,
  works: measureWorks,
};

/** Sections that start servers of their own. */
const onItsOwn = {
  sockets: (engine: Engine, { profileDir, sockets }: BenchArguments) =>
    measureSockets({ engine, wanted: sockets, profileDir, progress: say }),
  processes: (_engine: Engine, { profileDir }: BenchArguments) =>
    measureProcesses({ profileDir, progress: say }),
  flood: (engine: Engine, { profileDir }: BenchArguments) =>
    measureFlood({ engine, profileDir, progress: say }),
  'request-costs': (engine: Engine) => measureRequestCosts({ engine, progress: say }),
  idle: (_engine: Engine, { profileDir }: BenchArguments) => measureIdle({ profileDir, progress: say }),
  markets: (_engine: Engine, { base }: BenchArguments) => measureMarkets({ base, progress: say }),
  noise: () => measureNoiseAlone(() => Campuses.open()),
  move: () => measureMove({ progress: say }),
  start: (engine: Engine) => measureStart(engine),
  base: (_engine: Engine, { base, books, profileDir }: BenchArguments) =>
    measureBase({ base, books, profileDir, progress: say }),
  weight: () => measurePageWeight(),
  phone: () => measurePhone(),
} satisfies Record<
  Exclude<BenchSection, MarketSection>,
  (engine: Engine, options: BenchArguments) => Promise<ReportRow[]>
>;

const say = (text: string) => console.log(text);

/** Runs one section with progress output. A failure does not discard the results of the others. */
async function addSection(
  { rows }: ReportTable,
  name: BenchSection,
  measure: () => Promise<ReportRow[]>,
): Promise<void> {
  say(`  ${name} …`);
  const start = performance.now();
  try {
    rows.push(...(await measure()));
    say(`  ${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    rows.push({ figure: name, measured: `failed: ${(error as Error).message}` });
  }
}

async function measureMarket(
  table: ReportTable,
  wanted: readonly MarketSection[],
  engine: Engine,
  options: BenchArguments,
): Promise<void> {
  say(`Filling ${engine} with ${options.books} books …`);
  const size = { books: options.books, sellers: SELLERS, boosted: BOOSTED };
  await using market = await openBenchEnvironment({
    engine,
    size,
    pace,
    profileDir: options.profileDir,
    progress: say,
  });
  for (const name of wanted) await addSection(table, name, () => onMarket[name](market));
}

/** Fills the tables row by row, so that a run that is aborted has what was measured before. */
async function measureAll(options: BenchArguments, tables: ReportTable[]): Promise<void> {
  for (const engine of options.engines) {
    const sections = sectionsOn(engine, options);
    const table = { title: engine === 'embedded' ? 'Embedded PostgreSQL' : 'External PostgreSQL', rows: [] };
    tables.push(table);
    const wanted = marketSections.filter((name) => sections.includes(name));
    if (wanted.length > 0) await measureMarket(table, wanted, engine, options);
    for (const [name, measure] of Object.entries(onItsOwn) as [
      keyof typeof onItsOwn,
      (engine: Engine, options: BenchArguments) => Promise<ReportRow[]>,
    ][]) {
      if (sections.includes(name)) await addSection(table, name, () => measure(engine, options));
    }
  }
}

function print([embedded, external]: readonly ReportTable[], { books }: BenchArguments): void {
  if (embedded === undefined) return;
  const tables =
    external === undefined
      ? [embedded]
      : [{ ...embedded, rows: withExternalReference(embedded.rows, external.rows) }, external];
  const count = new Intl.NumberFormat('en-US').format(books);
  say(
    `\n${machine()}; ${count} books. References in the same run: node:http with the same bytes, the same SQL through pg.\n`,
  );
  say(markdown(tables));
}

/** Aborts a run that hangs. */
function abortAfter(milliseconds: number, printMeasured: () => void): NodeJS.Timeout {
  return setTimeout(() => {
    printMeasured();
    console.error(`Aborted after ${Math.round(milliseconds / MINUTE_MS)} minutes.`);
    process.exit(1);
  }, milliseconds);
}

let hardEnd: NodeJS.Timeout | undefined;
try {
  const available: Engine[] = findPostgres() === undefined ? ['embedded'] : ['embedded', 'postgres'];
  const options = readArguments(process.argv.slice(2), available);
  if (available.length === 1) say('PostgreSQL: no binaries on this machine, skipped.');
  const expectedMs = expectedSeconds(options) * 1_000;
  say(`This takes about ${Math.ceil(expectedMs / MINUTE_MS)} minutes on 2 cores that do nothing else.`);
  const tables: ReportTable[] = [];
  hardEnd = abortAfter(expectedMs * MAX_DELAY_RATIO + 10 * MINUTE_MS, () => print(tables, options));
  await ensureBuilt(launcherConfig);
  await measureAll(options, tables);
  print(tables, options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  clearTimeout(hardEnd);
}
