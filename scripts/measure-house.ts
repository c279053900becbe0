/** `npm run figures`: the size of the code and how its parts depend on each other. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import {
  arrows,
  featureOf,
  findImportCycles,
  findUpwardArrows,
} from '../tests/architecture/feature-graph.ts';
import { findUpwardImports } from '../tests/architecture/layer-rules.ts';
import { CODE_FOLDERS, files, listAll, read, root } from '../tests/architecture/source-tree.ts';

const MAX_FOLDER_FILES = 25;

const isTestPath = (path: string) => /^tests\/|\.(test|spec)\.tsx?$/.test(path);
const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
/** Written from the catalogues. */
const isGenerated = (path: string) => path.endsWith('/texts/arguments.ts');
const isProduction = (path: string) =>
  /^(src|packages)\//.test(path) && isCode(path) && !isTestPath(path) && !isGenerated(path);
const countLines = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const countMatches = (texts: readonly string[], pattern: RegExp) =>
  texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);

const paths = CODE_FOLDERS.flatMap(listAll);

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
  'arrows between features': arrows.length,
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
