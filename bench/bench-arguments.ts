/** The seconds that each section takes on 2 cores that do nothing else, with 100,000 books. */
const sectionSeconds = {
  lists: 25,
  home: 25,
  detail: 15,
  profile: 20,
  search: 40,
  filters: 60,
  'price-guidance': 30,
  wanted: 60,
  contention: 40,
  messages: 60,
  offers: 40,
  costs: 120,
  works: 150,
  base: 330,
  sockets: 240,
  processes: 120,
  flood: 450,
  'request-costs': 120,
  idle: 440,
  markets: 1_300,
  noise: 360,
  move: 90,
  weight: 60,
  phone: 330,
  lighthouse: 180,
  start: 90,
};
export type BenchSection = keyof typeof sectionSeconds;
export const sections = Object.keys(sectionSeconds) as BenchSection[];

/** Sections that share a server on a filled database. */
export const marketSections = [
  'lists',
  'home',
  'detail',
  'profile',
  'search',
  'filters',
  'price-guidance',
  'wanted',
  'contention',
  'messages',
  'offers',
  'costs',
  'lighthouse',
  'works',
] as const satisfies BenchSection[];
export type MarketSection = (typeof marketSections)[number];

/** The same browser version for every server; and costs, which need an embedded one. */
const onceOnly: readonly BenchSection[] = [
  'weight',
  'phone',
  'lighthouse',
  'costs',
  'sockets',
  'request-costs',
  'base',
];
/** The embedded database belongs to one process, and its own processes are never idle. */
const externalOnly: readonly BenchSection[] = ['processes', 'idle', 'markets', 'noise', 'move'];
/** To fill a database with 100,000 books. */
const FILL_SECONDS = 90;

const allEngines = ['embedded', 'postgres'] as const;
export type Engine = (typeof allEngines)[number];

export type BenchArguments = {
  sections: BenchSection[];
  engines: Engine[];
  books: number;
  /** Of the section with this name. */
  sockets: number;
  /** Another built tree of the product, for the section that compares. */
  base: string | undefined;
  /** Directory for CPU profiles of the measured servers. */
  profileDir: string | undefined;
};

const USAGE = `npm run bench -- [${sections.join(' | ')}] … [--engine=embedded|postgres] [--books=100000] [--sockets=10000] [--base=DIRECTORY] [--profile=DIRECTORY]`;

/**
 * The sections to measure: all of them by default, on every available engine by default. Throws with a
 * message.
 */
export function readArguments(words: readonly string[], available: readonly Engine[]): BenchArguments {
  const read: BenchArguments = {
    sections: [],
    engines: [...available],
    books: 100_000,
    sockets: 10_000,
    base: undefined,
    profileDir: undefined,
  };
  for (const word of words) {
    const [option, value = ''] = word.split('=', 2) as [string, string?];
    if (isOneOf(sections, word)) read.sections.push(word);
    else if (option === '--engine' && isOneOf(allEngines, value)) {
      if (!available.includes(value)) throw new Error(`There is no ${value} on this machine.`);
      read.engines = [value];
    } else if (option === '--books' && /^\d+$/.test(value) && Number(value) >= 10_000)
      read.books = Number(value);
    else if (option === '--sockets' && /^\d+$/.test(value) && Number(value) >= 1_000)
      read.sockets = Number(value);
    else if (option === '--base' && value !== '') read.base = value;
    else if (option === '--profile' && value !== '') read.profileDir = value;
    else throw new Error(`Unknown: '${word}'\n${USAGE}`);
  }
  // Without another tree there is nothing to compare with.
  if (read.sections.length === 0)
    read.sections = sections.filter((name) => name !== 'base' || read.base !== undefined);
  return read;
}

function isOneOf<T extends string>(all: readonly T[], word: string): word is T {
  return (all as readonly string[]).includes(word);
}

/** The sections that are measured with an engine. */
export function sectionsOn(
  engine: Engine,
  { sections: wanted, engines }: Pick<BenchArguments, 'sections' | 'engines'>,
): BenchSection[] {
  return wanted.filter(
    (name) =>
      (engine === engines[0] || !onceOnly.includes(name)) &&
      (engine === 'postgres' || !externalOnly.includes(name)),
  );
}

/** On 2 cores that do nothing else. */
export function expectedSeconds(options: Pick<BenchArguments, 'sections' | 'engines' | 'books'>): number {
  const ofEngine = (engine: Engine) => {
    const wanted = sectionsOn(engine, options);
    const isFilled = marketSections.some((name) => wanted.includes(name));
    const fillSeconds = isFilled ? (FILL_SECONDS * options.books) / 100_000 : 0;
    return wanted.reduce((sum, name) => sum + sectionSeconds[name], fillSeconds);
  };
  return options.engines.reduce((sum, engine) => sum + ofEngine(engine), 0);
}
