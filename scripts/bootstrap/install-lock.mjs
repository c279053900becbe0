import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryRoot } from './paths.mjs';

/**
 * Does `work` while no other process does so for this directory: two starts at once would install into each other. The lock is a
 * socket in Linux' abstract namespace, which the kernel gives back however its owner ends. Elsewhere there is none.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(work) {
  if (process.platform !== 'linux') return work();
  const name = `\0bookswap-${createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 32)}`;
  let said = false;
  for (;;) {
    const server = createServer();
    const taken = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(name, () => resolve(true));
    });
    if (taken) {
      try {
        return await work();
      } finally {
        server.close();
      }
    }
    if (!said) console.log('Waiting for another BookSwap command that installs or builds here …');
    said = true;
    await delay(300);
  }
}
