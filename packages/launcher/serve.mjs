import nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onOrphaned } from './on-orphaned.mjs';
import { deliverSignalsOnce } from './signals.mjs';

/**
 * Becomes the server, on Node 24.
 * @param {import('./launch.mjs').LauncherConfig} config
 */
export async function serve(config) {
  const isDevelopment = Boolean(process.env[config.developmentVariable]);
  process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production';
  process.chdir(config.root);
  deliverSignalsOnce();
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  if (isDevelopment) {
    // Tells the process that watches the files which of them were loaded.
    const watched = config.watchedFolders.map((folder) => pathToFileURL(join(config.root, folder)).href);
    nodeModule.registerHooks({
      load(url, context, nextLoad) {
        if (watched.some((folder) => url.startsWith(folder))) process.send?.({ loaded: url });
        return nextLoad(url, context);
      },
    });
  } else {
    // Modules are compiled once for all starts. Below node_modules, so that an installation discards it; where
    // that folder cannot be written, each start compiles again.
    nodeModule.enableCompileCache(join(config.root, 'node_modules/.cache/compiled'));
  }
  for (const path of [...(config.preloaded ?? []), config.entry])
    await import(pathToFileURL(join(config.root, path)).href);
}
