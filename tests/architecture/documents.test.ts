import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { listAll, read, root } from './source-tree.ts';

/** Names that stand for any file in the conventions. */
const PLACEHOLDER = /\b(verb-noun|noun-[a-z]+)\.tsx?$/;

interface Manifest {
  scripts: Record<string, string>;
}

interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; integrity?: string; optionalDependencies?: Record<string, string> }
  >;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as Lock;

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...listAll('docs').filter((path) => path.endsWith('.md')),
];

test('documents name only commands that exist', () => {
  const unknown = documents.flatMap((path) =>
    [...read(path).matchAll(/npm run ([\w:-]+)|npm (start|test)\b/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => !(name in manifest.scripts))
      .map((name) => `${path}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('the five walks count the files that they name, which all exist', () => {
  const walks = [...read('ARCHITECTURE.md').matchAll(/^\| [A-Z][a-z ]+ \| (\d+) \| (.+) \|$/gm)];
  expect(walks).toHaveLength(5);
  const paths = listAll('src');
  for (const [, count, named = ''] of walks) {
    const names = [...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(names).toHaveLength(Number(count));
    expect(names.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  }
});

test('documents name only paths that exist', () => {
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, path, '..', target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test('documents quote only paths and file names that exist', () => {
  const packages = listAll('packages').filter((path) => path.endsWith('README.md'));
  // The changelog tells history.
  const current = [...documents, ...packages].filter((path) => path !== 'CHANGELOG.md');
  const folders = ['src', 'packages', 'tests', 'scripts', 'bench', 'db', 'docs', 'public', '.ci'];
  const tree = [...readdirSync(root), ...folders.flatMap(listAll)];
  const names = new Set(tree.map((path) => basename(path)));
  const isMissing = (word: string) => {
    if (/^(src|packages|tests|scripts|bench|db|docs|public|\.ci)\/[\w./-]+$/.test(word))
      return !existsSync(join(root, word));
    return /^[\w.-]+\.(ts|tsx|mjs|css|sql|md)$/.test(word) && !names.has(word);
  };
  const missing = current.flatMap((path) =>
    [...read(path).matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, quoted = '']) => quoted.split(/[\s,;:]+/))
      .filter((word) => !PLACEHOLDER.test(word) && isMissing(word))
      .map((word) => `${path}: ${word}`),
  );
  expect(missing).toEqual([]);
});

test('every command runs a file that exists', () => {
  const missing = Object.entries(manifest.scripts).flatMap(([name, command]) =>
    command
      .split(' ')
      .filter((word) => /^(scripts|src|bench|tests)\//.test(word) && !existsSync(join(root, word)))
      .map((word) => `${name}: ${word}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file lists the packages of every platform, or npm ci refuses it', () => {
  const places = Object.keys(lock.packages);
  const holes = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(holes).toEqual([]);
});

test('no file names the host of a registry: each machine configures its own', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  // Built from parts, because the test reads this file, too.
  const host = new RegExp(['registry', '(npmjs|npmmirror|yarnpkg)'].join(String.raw`\.`));
  const texts = [
    ...readdirSync(root).filter((name) => /\.(json|md|ts)$|^\.npmrc$/.test(name)),
    ...['src', 'tests', 'scripts', 'bench', 'docs', 'db', '.ci']
      .flatMap(listAll)
      .filter((path) => /\.(ts|tsx|mjs|md|json|sql|css)$|run$/.test(path)),
  ];
  expect(texts.filter((path) => host.test(read(path)))).toEqual([]);
});

test('the coverage of the specification has its sections in order', () => {
  const headings = [...read('docs/specification-coverage.md').matchAll(/^## (\d+)\. /gm)];
  expect(headings.map((match) => Number(match[1]))).toEqual(
    // The others are of later parts.
    Array.from({ length: 23 }, (_, index) => index + 1),
  );
});

test('the environment files explain a variable in the same words', () => {
  const all = read('.env.example').split('\n');
  const copied = ['deploy/systemd/bookswap.env', 'deploy/compose/env.example'].map(read);
  const names = [
    'CAMPUS_TIME_ZONE',
    'CAMPUS_LANGUAGES',
    'CAMPUS_REGION',
    'CAMPUS_CURRENCY',
    'CAMPUS_PRICES',
    'LISTING_DAYS',
    'SEMESTER_ENDS',
    'ISBN_LOOKUP',
    'GOOGLE_BOOKS_API_KEY',
  ];
  for (const name of names) {
    const end = all.findIndex((line) => line.startsWith(`#${name}=`));
    const start = all.findLastIndex((line, at) => at < end && !line.startsWith('# '));
    const words = all.slice(start + 1, end + 1);
    expect(words.length).toBeGreaterThan(1);
    for (const text of copied) expect(text).toContain(words.join('\n'));
    expect(read('docs/operations.md')).toContain(`\`${name}\``);
  }
});

test('ARCHITECTURE.md and README.md name every feature', () => {
  const features = readdirSync(join(root, 'src/features'));
  const [, list] = /^src\/features\/ +([\s\S]+?):\s+one\s+folder/m.exec(read('ARCHITECTURE.md'))!;
  expect(
    list!
      .split('·')
      .map((name) => name.trim())
      .toSorted(),
  ).toEqual(features.toSorted());
  const readme = read('README.md');
  const missing = features.filter((name) => !readme.includes(`src/features/${name}\``));
  expect(missing).toEqual([]);
});

test('each rule of the second part of the specification names its code and its tests', () => {
  const [, secondPart] = read('docs/specification-coverage.md').split(/^(?=## 10\. )/m);
  const rules = secondPart!.split(/^(?=- \*\*\d)/m).slice(1);
  expect(rules.length).toBeGreaterThan(35);
  const isWhole = (rule: string) =>
    /^ {2}- Code: `src\//m.test(rule) && /^ {2}- Tests: `\S+\.(test|spec)\.tsx?`/m.test(rule);
  expect(rules.filter((rule) => !isWhole(rule)).map((rule) => rule.slice(0, 12))).toEqual([]);
});
