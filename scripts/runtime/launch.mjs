import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runningOnNode24 } from './node24.mjs';
import { Stop } from './paths.mjs';
import { serve } from './serve.mjs';
import { superviseServer, superviseWatching } from './supervise.mjs';

/**
 * Installs and builds what is missing, then becomes the server.
 * @param {string[]} args `--dev`: pages are built on demand, the server follows the files
 */
export async function launch(args) {
  try {
    await ensureInstalled('production');
    if (args.includes('--dev')) {
      process.env.BOOKSWAP_DEV = '1';
      superviseWatching();
      return;
    }
    await ensureBuilt();
    if (!runningOnNode24()) {
      superviseServer();
      return;
    }
  } catch (error) {
    end(error);
  }
  // From the second start on, npm puts Node 24 first: no further process is needed.
  await serve();
}

/** @param {unknown} error */
export function end(error) {
  if (!(error instanceof Stop)) throw error;
  console.error(`\n${error.message}`);
  process.exit(error.code);
}
