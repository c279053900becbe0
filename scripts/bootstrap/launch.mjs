import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { isNode24 } from './node-version.mjs';
import { StartupError } from './paths.mjs';
import { serve } from './serve.mjs';
import { superviseServer, superviseWithRestart } from './supervise.mjs';

/**
 * Installs and builds what is missing, then becomes the server.
 * @param {string[]} args `--dev`: pages are built on demand, the server follows the files
 */
export async function launch(args) {
  try {
    await ensureInstalled('production');
    if (args.includes('--dev')) {
      process.env.BOOKSWAP_DEV = '1';
      superviseWithRestart();
      return;
    }
    await ensureBuilt();
    if (!isNode24()) {
      superviseServer();
      return;
    }
  } catch (error) {
    exitWithMessage(error);
  }
  // From the second start on, npm puts Node 24 first: no further process is needed.
  await serve();
}

/** @param {unknown} error */
export function exitWithMessage(error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(error.code);
}
