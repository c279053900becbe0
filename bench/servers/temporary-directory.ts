import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();
process.on('exit', () => made.forEach(remove));
// Makes Ctrl-C end the process normally, so that the directory is deleted.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(code));

const remove = (path: string) => {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  made.delete(path);
};

/** A directory that is deleted on disposal and when this process ends, unless it is killed. */
export function temporaryDirectory(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'bookswap-bench-'));
  made.add(path);
  return { path, [Symbol.dispose]: () => remove(path) };
}
