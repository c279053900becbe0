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
  if (isDevelopment) reportModules(config);
  else keepCompiledCode(config);
  await import(pathToFileURL(join(config.root, config.entry)).href);
}

/**
 * Modules are compiled once for all starts. Below node_modules, so that an installation discards it; where
 * that folder cannot be written, each start compiles again.
 * @param {import('./launch.mjs').LauncherConfig} config
 */
function keepCompiledCode({ root }) {
  nodeModule.enableCompileCache(join(root, 'node_modules/.cache/compiled'));
}

/**
 * Tells the process that watches the files which of them were loaded.
 * @param {import('./launch.mjs').LauncherConfig} config
 */
function reportModules({ root, watchedFolders }) {
  const watched = watchedFolders.map((folder) => pathToFileURL(join(root, folder)).href);
  nodeModule.registerHooks({
    load(url, context, nextLoad) {
      if (watched.some((folder) => url.startsWith(folder))) process.send?.({ loaded: url });
      return nextLoad(url, context);
    },
  });
}
