import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REMEMBER = pathToFileURL(join(import.meta.dirname, 'remember-modules.mjs')).href;
const manifest = (name: string) =>
  JSON.stringify({ name, type: 'module', exports: { '.': './index.js', './deep/*': './deep/*.js' } });

const tree = {
  'package.json': JSON.stringify({ type: 'module', imports: { '#own/*': './own/*' } }),
  'preloaded.mjs': `import { rememberModules } from '${REMEMBER}'; rememberModules(['large']);`,
  'main.mjs': `
    import { version, part } from 'large';
    import { part as same } from '#own/part.mjs';
    import { otherVersion } from 'other';
    import data from '#own/data.json' with { type: 'json' };
    const missing = await import('large/nothing').catch((error) => error.code);
    const absent = await import('#own/absent.mjs').catch((error) => error.code);
    console.log(JSON.stringify([version, part === same, otherVersion, data, missing, absent]));`,
  'own/part.mjs': `export { part } from 'large/deep/part';`,
  'own/data.json': '{ "it": 1 }',
  'node_modules/large/package.json': manifest('large'),
  'node_modules/large/index.js': `export { part } from './deep/part.js'; export const version = 1;`,
  'node_modules/large/deep/part.js': `import { name } from '../name.js'; export const part = { name };`,
  'node_modules/large/name.js': `export const name = 'large';`,
  'node_modules/other/package.json': manifest('other'),
  'node_modules/other/index.js': `export { version as otherVersion } from 'large';`,
  'node_modules/other/node_modules/large/package.json': manifest('large'),
  'node_modules/other/node_modules/large/index.js': `export const version = 2;`,
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'remember-modules-'));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
});
afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  ['as Node does', []],
  ['with what is remembered', ['--import', './preloaded.mjs']],
])('modules find each other %s', (_, options) => {
  const output = execFileSync(process.execPath, [...options, 'main.mjs'], {
    cwd: directory,
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual([
    1,
    true,
    2,
    { it: 1 },
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
    'ERR_MODULE_NOT_FOUND',
  ]);
});
