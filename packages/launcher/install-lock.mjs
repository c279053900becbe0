import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const RETRY_AFTER_MS = 300;

/**
 * Does `work` while no other process does so for this directory: two starts at once would install into each
 * other. The lock is a socket in Linux' abstract namespace, which the kernel releases however its owner ends.
 * On other systems there is none.
 * @template T
 * @param {import('./launch.mjs').LauncherConfig} config
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock({ name, root }, work) {
  if (process.platform !== 'linux') return work();
  const directory = createHash('sha256').update(root).digest('hex').slice(0, 32);
  const address = `\0${name.toLowerCase()}-${directory}`;
  let said = false;
  for (;;) {
    const server = createServer();
    const taken = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(address, () => resolve(true));
    });
    if (taken) {
      try {
        return await work();
      } finally {
        server.close();
      }
    }
    if (!said) console.log(`Waiting for another ${name} command that installs or builds here …`);
    said = true;
    await delay(RETRY_AFTER_MS);
  }
}
