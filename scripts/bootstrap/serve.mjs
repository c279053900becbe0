import nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { onOrphaned } from './on-orphaned.mjs';
import { inRoot } from './paths.mjs';
import { deliverSignalsOnce } from './signals.mjs';

/** Becomes the server, on Node 24: what follows is the server's own. */
export async function serve() {
  process.env.NODE_ENV ??= process.env.BOOKSWAP_DEV ? 'development' : 'production';
  process.chdir(inRoot());
  deliverSignalsOnce();
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  if (process.env.BOOKSWAP_DEV) reportModules();
  await import(pathToFileURL(inRoot('src', 'app', 'server', 'main.ts')).href);
}

/** Tells the process that watches the files which of ours were loaded. */
function reportModules() {
  const ours = ['src', 'packages'].map((folder) => pathToFileURL(inRoot(folder)).href);
  nodeModule.registerHooks({
    load(url, context, nextLoad) {
      if (ours.some((folder) => url.startsWith(folder))) process.send?.({ loaded: url });
      return nextLoad(url, context);
    },
  });
}

// Run as a program, when the process that prepared everything was on another Node.
if (process.argv[1] === import.meta.filename) await serve();
