import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Leaves a .br and a .gz beside every file that is worth it, so that the server compresses nothing twice. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const file = join(dir, name);
        const bytes = readFileSync(file);
        if (bytes.length < 1024) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/**
 * Everything the first page needs, in one script: what lazy pages share with it would else be cut into two dozen small files,
 * each with its own request and its own poor compression.
 */
function firstScript(): (id: string, graph: ModuleGraph) => string | null {
  let needed: Set<string> | undefined;
  return (id, graph) => {
    needed ??= reachable(resolve('src/app/browser.tsx'), graph);
    return needed.has(id) ? 'first' : null;
  };
}

function reachable(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set([entry]);
  for (const id of seen)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  return seen;
}

/** The browser's bundle goes to dist/client; with `--ssr` the same sources become the server's renderer in dist/server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), compressedBeside()],
  appType: 'custom',
  // What wouter brings along for old versions of React, which has it itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // React's production half, whatever the environment says: its development half renders ten times slower.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    // In one file, read at start: a build that replaces it does not pull pages from under a running server.
    ...(isSsrBuild && { rolldownOptions: { output: { codeSplitting: false } } }),
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: 'src/app/browser.tsx',
        output: { codeSplitting: { groups: [{ name: firstScript() }] } },
      },
    }),
  },
  // What is rendered travels with its libraries: the server never resolves React by itself. (While developing it does.)
  ...(command === 'build' && { ssr: { noExternal: true } }),
}));
