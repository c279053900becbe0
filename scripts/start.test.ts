import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bookswap-start-'));
  // Without the launcher: what passes the check fails to import it.
  copyFileSync(join(import.meta.dirname, 'start.mjs'), join(folder, 'start.mjs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function startOnNode(version: string): string {
  const fields = { node: { value: version } };
  const preload = `Object.defineProperties(process.versions, ${JSON.stringify(fields)});
    Object.defineProperty(process, 'version', { value: 'v${version}' });`;
  const imported = `data:text/javascript,${encodeURIComponent(preload)}`;
  return spawnSync(process.execPath, ['--import', imported, 'start.mjs'], { cwd: folder, encoding: 'utf8' })
    .stderr;
}

it.each(['16.20.2', '18.20.8', '19.9.0'])('refuses Node %s with the version that it needs', (version) => {
  expect(startOnNode(version)).toBe(`BookSwap needs Node.js 20 or newer to start; this is v${version}.\n`);
});

it('starts on Node 20', () => {
  expect(startOnNode('20.0.0')).toContain('ERR_MODULE_NOT_FOUND');
});
