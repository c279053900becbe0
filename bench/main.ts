/** `npm run bench`: the figures of the README, measured against references in the same run. `usage` in arguments.ts says what can be chosen. */
import { ensureBuilt } from '../scripts/runtime/build.mjs';
import { findPostgres } from '../tests/support/postgres-cluster.ts';
import { type BenchArguments, type Engine, readArguments, type Section } from './arguments.ts';
import { type Market, openMarket } from './market.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureMessages } from './measure-messages.ts';
import { measureContention } from './measure-contention.ts';
import { measureDetail, measureHome, measureLists } from './measure-requests.ts';
import { measureSearch } from './measure-search.ts';
import { measureStart } from './measure-start.ts';
import { measureWeight } from './measure-weight.ts';
import { machine, markdown, type Row, type Table, withExternalReference } from './report.ts';

const minute = 60_000;
/** After this nothing more is begun; at the end, whatever is under way is given up. */
const lastStart = 10.5 * minute;
const end = 12 * minute;

const pace = { rounds: 3, milliseconds: 1_500 };
const sellers = 4_000;
const boosted = 50;

const onMarket: Partial<Record<Section, (market: Market) => Promise<Row[]>>> = {
  lists: measureLists,
  home: measureHome,
  detail: measureDetail,
  search: measureSearch,
  contention: measureContention,
  messages: measureMessages,
  lighthouse: measureLighthouse,
  // Lists further books: the last one.
  weight: measureWeight,
};
/** The same bytes for the browser on every server. */
const onceOnly: readonly Section[] = ['weight', 'lighthouse'];

const say = (text: string) => console.log(text);

/** Runs one section, and says so; one that fails does not take the others' figures with it. */
async function section(name: Section, measure: () => Promise<Row[]>): Promise<Row[]> {
  if (performance.now() > lastStart) {
    say(`  ${name}: left out, the time is up (npm run bench -- ${name})`);
    return [];
  }
  say(`  ${name} …`);
  try {
    return await measure();
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [{ figure: name, measured: `failed: ${(error as Error).message}` }];
  }
}

async function measureMarket(
  wanted: readonly Section[],
  engine: Engine,
  options: BenchArguments,
): Promise<Row[]> {
  say(`Filling ${engine} with ${options.books} books …`);
  const size = { books: options.books, sellers, boosted };
  await using market = await openMarket({
    engine,
    size,
    pace,
    profileDir: options.profileDir,
    progress: say,
  });
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(onMarket) as [Section, (market: Market) => Promise<Row[]>][]) {
    if (wanted.includes(name)) rows.push(...(await section(name, () => measure(market))));
  }
  return rows;
}

async function measureAll(options: BenchArguments): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [index, engine] of options.engines.entries()) {
    const wanted = options.sections.filter(
      (name) => name in onMarket && (index === 0 || !onceOnly.includes(name)),
    );
    const rows: Row[] = [];
    if (wanted.length > 0) rows.push(...(await measureMarket(wanted, engine, options)));
    if (options.sections.includes('start'))
      rows.push(...(await section('start', () => measureStart(engine))));
    tables.push({ title: engine === 'embedded' ? 'Embedded PostgreSQL' : 'External PostgreSQL', rows });
  }
  const [embedded, external] = tables;
  if (!embedded || !external) return tables;
  return [{ ...embedded, rows: withExternalReference(embedded.rows, external.rows) }, external];
}

const hardEnd = setTimeout(() => {
  console.error(`Given up after ${end / minute} minutes.`);
  process.exit(1);
}, end);
try {
  const available: Engine[] = findPostgres() === undefined ? ['embedded'] : ['embedded', 'postgres'];
  const options = readArguments(process.argv.slice(2), available);
  if (available.length === 1) say('PostgreSQL: no binaries on this machine, left out.');
  await ensureBuilt();
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
