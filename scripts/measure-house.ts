/** `npm run figures`: the size of the code and how its parts depend on each other. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { findUpwardImports } from '../tests/architecture/layer-rules.ts';
import { CODE_FOLDERS, files, listAll, product, read, root } from '../tests/architecture/source-tree.ts';

const MAX_FOLDER_FILES = 25;

const isTestPath = (path: string) => /^tests\/|\.(test|spec)\.tsx?$/.test(path);
const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
const isProduction = (path: string) => /^(src|packages)\//.test(path) && isCode(path) && !isTestPath(path);
const countLines = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const countMatches = (texts: readonly string[], pattern: RegExp) =>
  texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);

const paths = CODE_FOLDERS.flatMap(listAll);

const featureOf = (path = '') => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Each feature with another one that it imports, also only a type or a table: 'books → sales'. */
const arrows = new Set(
  product.flatMap(({ path, imports }) =>
    imports.flatMap((entry) => {
      const [from, to] = [featureOf(path), featureOf(entry.path)];
      return from && to && from !== to ? [`${from} → ${to}`] : [];
    }),
  ),
);

/** The arrows of features that are not along those of ARCHITECTURE.md: only tables may have such. */
function findUpwardArrows(): string[] {
  const drawn = [...read('ARCHITECTURE.md').matchAll(/^([a-z, ]+?) +─→ ([a-z, ]+)$/gm)];
  const next = (feature: string) =>
    drawn.flatMap(([, from = '', to = '']) => (from.split(', ').includes(feature) ? to.split(', ') : []));
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ');
    const reached = new Set(next(from));
    for (const feature of reached) for (const other of next(feature)) reached.add(other);
    return !reached.has(to);
  });
}

/** Files by path, with the files that each imports: types too, dynamic imports not. */
const staticImports = new Map(
  files.map(({ path, imports }) => [
    path,
    imports.flatMap((entry) => (entry.path && entry.names ? [entry.path] : [])),
  ]),
);

/** Groups of files that import each other directly or through others: Tarjan's algorithm. */
function findImportCycles(): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const target of staticImports.get(path) ?? []) {
      if (!staticImports.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!open.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };
  for (const path of staticImports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

/** How many files of features are loaded with a file, itself included. */
function countRuntimeClosure(start: string): number {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([start]);
  for (const path of reached)
    for (const entry of byPath.get(path)?.imports ?? [])
      if (entry.isAtLoad && entry.path && byPath.has(entry.path)) reached.add(entry.path);
  return [...reached].filter((path) => featureOf(path)).length;
}

function countJourneys(): number {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--list'];
  const list = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return Number(/^Total: (\d+) tests/m.exec(list)?.[1]);
}

const folders = Map.groupBy(paths, (path) => dirname(path));
const fullFolders = [...folders].filter(([, contained]) => contained.length > MAX_FOLDER_FILES);
const cycles = findImportCycles();
const upwardImports = [...findUpwardImports(files), ...findUpwardArrows()];
const sendMessage = paths.find((path) =>
  /^src\/features\/conversations\/server\/.*\bsend-message\.ts$/.test(path),
)!;
const styles = paths.filter((path) => path.startsWith('src/') && path.endsWith('.css')).map(read);
const sourceTexts = paths.filter(isProduction).map(read);

const figures: Record<string, number> = {
  'production lines (src and packages, without tests and CSS)': countLines(paths.filter(isProduction)),
  'test lines (tests and *.test.*, without fixtures)': countLines(
    paths.filter((path) => isTestPath(path) && isCode(path)),
  ),
  'arrows between features': arrows.size,
  'import cycles, types counted': cycles.length,
  'upward imports': upwardImports.length,
  [`folders with over ${MAX_FOLDER_FILES} files`]: fullFolders.length,
  'px in CSS': countMatches(styles, /\d(?=px\b)/g),
  'journeys (Playwright tests)': countJourneys(),
  'mentions of afterCommit': countMatches(sourceTexts, /afterCommit/gi),
  'files of features loaded with send-message.ts': countRuntimeClosure(sendMessage),
};

for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(7)}  ${name}`);
for (const cycle of cycles) console.log(`cycle: ${cycle.join(', ')}`);
for (const entry of upwardImports) console.log(`upward: ${entry}`);
for (const [folder, contained] of fullFolders) console.log(`full: ${folder}: ${contained.length} files`);
