/**
 * `npm run bench`: the figures of the README, measured against references in the same run. For its options
 * see `usage` in bench-arguments.ts.
 */
import { ensureBuilt } from '#packages/launcher/ensure-built.mjs';
import { launcherConfig } from '../scripts/launcher-config.mjs';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import {
  type BenchArguments,
  type Engine,
  readArguments,
  type BenchSection,
  sectionSeconds,
} from './bench-arguments.ts';
import { type BenchEnvironment, openBenchEnvironment } from './bench-environment.ts';
import { measureCosts } from './sections/measure-costs.ts';
import { measureFlood } from './sections/measure-flood.ts';
import { measureFilters } from './sections/measure-filters.ts';
import { measureIdle } from './sections/measure-idle.ts';
import { measureLighthouse } from './sections/measure-lighthouse.ts';
import { measureMessages } from './sections/measure-messages.ts';
import { measureOffers } from './sections/measure-offers.ts';
import { measureContention } from './sections/measure-contention.ts';
import { measureDetail, measureHome, measureLists, measureProfile } from './sections/measure-requests.ts';
import { measureSearch } from './sections/measure-search.ts';
import { measureRequestCosts } from './sections/measure-request-costs.ts';
import { measurePriceGuidance } from './sections/measure-price-guidance.ts';
import { measureProcesses } from './sections/measure-processes.ts';
import { measureSockets } from './sections/measure-sockets.ts';
import { measureWanted } from './sections/measure-wanted.ts';
import { measureStart } from './sections/measure-start.ts';
import { measurePageWeight } from './sections/measure-page-weight.ts';
import {
  machine,
  markdown,
  type ReportRow,
  type ReportTable,
  withExternalReference,
} from './results/report.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

/** To fill a database with 100,000 books. */
const FILL_SECONDS = 90;
/** A run that takes this many times as long as it should is aborted. */
const MAX_DELAY_RATIO = 5;

const pace = { rounds: 3, milliseconds: 1_500 };
const SELLERS = 4_000;
const BOOSTED = 50;

const onMarket: Partial<Record<BenchSection, (market: BenchEnvironment) => Promise<ReportRow[]>>> = {
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
  // Last, because it lists further books.
  weight: measurePageWeight,
};
/** The same browser version for every server; and costs, which need an embedded one. */
const onceOnly: readonly BenchSection[] = ['weight', 'lighthouse', 'costs', 'sockets', 'request-costs'];

/** Sections that start servers of their own. */
const onItsOwn = {
  sockets: (engine: Engine, { profileDir, sockets }: BenchArguments) =>
    measureSockets({ engine, wanted: sockets, profileDir, progress: say }),
  processes: async (engine: Engine, { profileDir }: BenchArguments) =>
    engine === 'postgres' ? measureProcesses({ profileDir, progress: say }) : [],
  flood: (engine: Engine, { profileDir }: BenchArguments) =>
    measureFlood({ engine, profileDir, progress: say }),
  'request-costs': (engine: Engine) => measureRequestCosts({ engine, progress: say }),
  idle: async (engine: Engine, { profileDir }: BenchArguments) =>
    engine === 'postgres' ? measureIdle({ profileDir, progress: say }) : [],
  start: (engine: Engine) => measureStart(engine),
} satisfies Partial<Record<BenchSection, (engine: Engine, options: BenchArguments) => Promise<ReportRow[]>>>;

const say = (text: string) => console.log(text);

/** Runs one section with progress output. A failure does not discard the results of the others. */
async function section(name: BenchSection, measure: () => Promise<ReportRow[]>): Promise<ReportRow[]> {
  say(`  ${name} …`);
  const start = performance.now();
  try {
    const rows = await measure();
    say(`  ${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`);
    return rows;
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [{ figure: name, measured: `failed: ${(error as Error).message}` }];
  }
}

async function measureMarket(
  wanted: readonly BenchSection[],
  engine: Engine,
  options: BenchArguments,
): Promise<ReportRow[]> {
  say(`Filling ${engine} with ${options.books} books …`);
  const size = { books: options.books, sellers: SELLERS, boosted: BOOSTED };
  await using market = await openBenchEnvironment({
    engine,
    size,
    pace,
    profileDir: options.profileDir,
    progress: say,
  });
  const rows: ReportRow[] = [];
  for (const [name, measure] of Object.entries(onMarket) as [
    BenchSection,
    (market: BenchEnvironment) => Promise<ReportRow[]>,
  ][]) {
    if (wanted.includes(name)) rows.push(...(await section(name, () => measure(market))));
  }
  return rows;
}

/** The sections that are measured with an engine. */
const sectionsOn = (engine: Engine, { sections, engines }: BenchArguments): BenchSection[] =>
  sections.filter((name) => engine === engines[0] || !onceOnly.includes(name));

/** On 2 cores that do nothing else. */
function expectedSeconds(options: BenchArguments): number {
  const bookRatio = options.books / 100_000;
  const ofEngine = (engine: Engine) => {
    const wanted = sectionsOn(engine, options);
    const fillSeconds = wanted.some((name) => name in onMarket) ? FILL_SECONDS * bookRatio : 0;
    return wanted.reduce((sum, name) => sum + sectionSeconds[name], fillSeconds);
  };
  return options.engines.reduce((sum, engine) => sum + ofEngine(engine), 0);
}

async function measureAll(options: BenchArguments): Promise<ReportTable[]> {
  const tables: ReportTable[] = [];
  for (const engine of options.engines) {
    const sections = sectionsOn(engine, options);
    const wanted = sections.filter((name) => name in onMarket);
    const rows: ReportRow[] = [];
    if (wanted.length > 0) rows.push(...(await measureMarket(wanted, engine, options)));
    for (const [name, measure] of Object.entries(onItsOwn) as [
      BenchSection,
      (engine: Engine, options: BenchArguments) => Promise<ReportRow[]>,
    ][]) {
      if (sections.includes(name)) rows.push(...(await section(name, () => measure(engine, options))));
    }
    tables.push({ title: engine === 'embedded' ? 'Embedded PostgreSQL' : 'External PostgreSQL', rows });
  }
  const [embedded, external] = tables;
  if (!embedded || !external) return tables;
  return [{ ...embedded, rows: withExternalReference(embedded.rows, external.rows) }, external];
}

/** Aborts a run that hangs. */
function abortAfter(milliseconds: number): NodeJS.Timeout {
  return setTimeout(() => {
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
  hardEnd = abortAfter(expectedMs * MAX_DELAY_RATIO + 10 * MINUTE_MS);
  await ensureBuilt(launcherConfig);
  const tables = await measureAll(options);
  const books = new Intl.NumberFormat('en-US').format(options.books);
  say(
    `\n${machine()}; ${books} books. References in the same run: node:http with the same bytes, the same SQL through pg.\n`,
  );
  say(markdown(tables));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  clearTimeout(hardEnd);
}
