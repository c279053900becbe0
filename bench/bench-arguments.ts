export const sections = [
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
  'sockets',
  'processes',
  'weight',
  'lighthouse',
  'start',
] as const;
export type BenchSection = (typeof sections)[number];

const allEngines = ['embedded', 'postgres'] as const;
export type Engine = (typeof allEngines)[number];

export type BenchArguments = {
  sections: BenchSection[];
  engines: Engine[];
  books: number;
  /** Of the section with this name. */
  sockets: number;
  /** Directory for CPU profiles of the measured servers. */
  profileDir: string | undefined;
};

const USAGE = `npm run bench -- [${sections.join(' | ')}] … [--engine=embedded|postgres] [--books=100000] [--sockets=10000] [--profile=DIRECTORY]`;

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
    else if (option === '--profile' && value !== '') read.profileDir = value;
    else throw new Error(`Unknown: '${word}'\n${USAGE}`);
  }
  if (read.sections.length === 0) read.sections = [...sections];
  return read;
}

function isOneOf<T extends string>(all: readonly T[], word: string): word is T {
  return (all as readonly string[]).includes(word);
}
