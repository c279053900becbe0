import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** A separate process, because the flags of V8 and the heap belong to a process. */
async function heapAfterRest(isReleasing: boolean): Promise<number> {
  const program = `
    import { startReleasingMemory } from '${new URL('release-memory.ts', import.meta.url)}';
    let rows = Array.from({ length: 1e6 }, (_, i) => ({ title: 'book ' + i }));
    rows = [];
    if (${isReleasing}) startReleasingMemory({ intervalMs: 100 });
    const deadline = Date.now() + (${isReleasing} ? 20_000 : 500);
    const timer = setInterval(() => {
      const { heapTotal } = process.memoryUsage();
      if (heapTotal > 30e6 && Date.now() < deadline) return;
      clearInterval(timer);
      console.log(heapTotal);
    }, 100);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout) / 1e6;
}

it('gives the garbage of a busy start back once the process rests', async () => {
  expect(await heapAfterRest(false)).toBeGreaterThan(60);
  expect(await heapAfterRest(true)).toBeLessThan(30);
});
