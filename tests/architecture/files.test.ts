import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcherConfig } from '../../scripts/launcher-config.mjs';
import { CODE_FOLDERS, type SourceFile, files, listAll, product, read } from './source-tree.ts';

const MAX_FOLDER_FILES = 25;
const MAX_JOURNEYS = 165;

/** `file:line: text` of each matching line of code. */
function linesWith(among: readonly SourceFile[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    file.code
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

test('no folder has more than 25 files, without those of its subfolders', () => {
  const folders = Map.groupBy(CODE_FOLDERS.flatMap(listAll), (path) => dirname(path));
  const full = [...folders].filter(([, paths]) => paths.length > MAX_FOLDER_FILES);
  expect(full.map(([folder, paths]) => `${folder}: ${paths.length}`)).toEqual([]);
});

test('at most 165 journeys drive a browser: what needs none is tested as a component', () => {
  const journeys = files.filter(({ path }) => path.startsWith('tests/e2e/'));
  const starts = linesWith(journeys, /^\s*test\(/);
  expect(starts.length).toBeGreaterThan(0);
  expect(starts.length).toBeLessThanOrEqual(MAX_JOURNEYS);
  // A loop would hide how many there are.
  expect(linesWith(journeys, /^\s+test\(`/)).toEqual([]);
});

test('file names state their content: no utils, helpers or barrels', () => {
  const all = CODE_FOLDERS.flatMap(listAll);
  const drawer = /(^|[/-])(utils?|helpers?|misc|common)(\.|\/|-)/;
  expect(all.filter((path) => drawer.test(path) || /^index\.(ts|tsx|mjs)$/.test(basename(path)))).toEqual([]);
});

test('modules that only tests use are in tests/support', () => {
  const beside = files.filter(
    ({ path, imports }) =>
      path.startsWith('src/') &&
      !/\.test\.tsx?$/.test(path) &&
      imports.some((entry) => entry.path?.startsWith('tests/')),
  );
  expect(beside.map(({ path }) => path)).toEqual([]);
});

test('names are in lower case with hyphens', () => {
  expect(
    files.map(({ path }) => path).filter((path) => path !== path.toLowerCase() || path.includes('_')),
  ).toEqual([]);
});

test('no test is skipped, except where a program is not installed, and none runs alone', () => {
  const tests = files.filter(({ isTest }) => isTest);
  const isExpected = (line: string) =>
    /: test\.skip\(\w+ === undefined, '\w+ is not installed'\);$/.test(line);
  const pattern = /\b(test|it|describe|suite)\.(only|skip|todo|fixme|fails?)\b/;
  expect(linesWith(tests, pattern).filter((line) => !isExpected(line))).toEqual([]);
});

test('no style attributes: the style policy allows none', () => {
  const markup = product.filter(({ path }) => path.endsWith('.tsx'));
  expect(linesWith(markup, /(^|[\s{])style=/)).toEqual([]);
});

/** Server code that may read the system clock, with the reason. */
const mayReadTheClock: Record<string, string> = {
  'src/features/accounts/server/identity/oidc/exchange-oidc-code.ts':
    'tells the OpenID library how far its clock is from ours',
  'src/features/accounts/server/identity/signing-keys/retire-undecryptable-keys.ts':
    'compares with times that the identity library has written',
  'src/features/photos/server/receive-upload.ts': 'compares with the times of files',
};

test('time is a parameter: no server code of a feature reads the clock', () => {
  const server = product.filter(
    ({ path }) => /^src\/features\/[^/]+\/server\//.test(path) && !(path in mayReadTheClock),
  );
  expect(linesWith(server, /\bDate\.now\(|\bnew Date\(\s*\)/)).toEqual([]);
});

test('time is a parameter of rules and contracts, too', () => {
  const pure = product.filter(({ path }) => /^src\/features\/[^/]+\/[^/]+$/.test(path));
  expect(linesWith(pure, /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(/)).toEqual([]);
});

/** For rows that processes of the version before insert while this one starts. */
const columnDefault = /\.default\(sql`now\(\) \+ /;

test('time is a parameter of statements: none calls now() of the database', () => {
  const server = product.filter(({ path }) => /^src\/features\/[^/]+\/server\//.test(path));
  expect(
    linesWith(server, /(?<![.\w])now\(\)|\bcurrent_timestamp\b|\bclock_timestamp\(|\bdefaultNow\(/i).filter(
      (line) => !columnDefault.test(line),
    ),
  ).toEqual([]);
});

test('tests wait for events, not for time to pass', () => {
  const tests = files.filter(({ path, isTest }) => isTest && !path.startsWith('tests/support/'));
  expect(linesWith(tests, /\bwaitForTimeout\(|\bsleep\(/)).toEqual([]);
});

/** Tests that wait for time to pass, with the reason. Other tests wait for events: this list only shrinks. */
const mayWaitForTime: Record<string, string> = {
  'bench/sections/measure-phone.ts': 'a limit of messages, and what a page does after it has loaded',
  'bench/sections/measure-start.ts': 'a measurement: asks a starting server again and again',
  'packages/embedded-postgresql/guarded-process.test.ts': 'a process that does not end has no event',
  'src/features/photos/server/upload-photos.test.ts': 'asks for the files of a folder until one arrives',
  'src/platform/server/database/replica.test.ts': 'a database that hangs for a minute',
  'src/platform/server/http/bounded-server.test.ts': 'stalls a connection',
  'tests/cluster/support/until.ts': 'asks other processes again and again',
  'tests/containers/support/container-engine.ts': 'asks containers for their health, as systemd does',
};
const timer =
  /\bsetTimeout\((resolve|\(\) => resolve)\b|\bsetTimeout\b.* from ['"](node:)?timers\/promises['"]/;

test('tests wait for no timer, but for those that are named', () => {
  const waiting = files.filter(
    ({ path, isTest, code }) => isTest && !path.startsWith('tests/support/') && timer.test(code),
  );
  expect(waiting.map(({ path }) => path).toSorted()).toEqual(Object.keys(mayWaitForTime).toSorted());
});

test('a change of what the build imports makes a new build', () => {
  const { inputs } = launcherConfig.build;
  const isInput = (path: string) => inputs.some((input) => path === input || path.startsWith(`${input}/`));
  const seen = new Set(['vite.config.ts']);
  for (const path of seen)
    for (const [, specifier] of read(path).matchAll(/\bfrom '(\.[^']+)'/g))
      seen.add(join(dirname(path), specifier!));
  expect(seen.size).toBeGreaterThan(5);
  expect([...seen].filter((path) => !isInput(path))).toEqual([]);
});
