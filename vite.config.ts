import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { cssModules, inlineClassNames } from './packages/css-modules/css-modules.ts';
import { leanReact } from './packages/lean-react/lean-react.ts';
import { textFiles, textImports } from './scripts/texts/vite-plugin.ts';
import { textsOfPage } from './src/platform/web/texts/page-texts.ts';
import { type ChunkGroup, importsPages, measuredGroups, plannedGroups } from './scripts/browser-chunks.ts';

/** Leaves a .br and a .gz beside every file that is worth it, so that the server compresses nothing twice. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (/\.(js|css|svg|json|wasm)$/.test(name)) compress(join(dir, name));
      }
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < 1024) return;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** The styles of nearly every page. */
export const FREQUENT_STYLES = [
  'shared',
  'icons/icon',
  'actions/button',
  'actions/icon-button',
  'cover/cover',
  'display/badge',
  'display/book-row',
  'layout/app-shell',
  'layout/header',
  'states/skeleton',
  'layout/bottom-nav',
  'layout/logo',
  'layout/ad-slot',
  'states/alerts',
  'states/empty-state',
  'overlays/toaster',
  'display/price',
  'display/avatar',
  'actions/chips',
  'forms/search-box',
].map((name) => `src/ui/${name}.module.css`);

/** `Features.DirSelector` of lightningcss. */
const KEEP_DIR = 4;

type BuiltChunk = { file: string; name?: string; imports?: string[]; assets?: string[]; css?: string[] };

/**
 * What is there without a connection: the first script, the pages that show what was read before and those
 * that keep a draft, and the parts of theirs that may be wanted first when it is gone: files, or names of
 * chunks.
 */
const keptParts = [
  'src/app/routing/book-route.tsx',
  'src/app/routing/favorites-route.tsx',
  'src/app/routing/messages-route.tsx',
  'src/app/routing/profile-route.tsx',
  'src/app/routing/conversation-route.tsx',
  'src/app/routing/add-listing-route.tsx',
  'src/app/routing/books/shelf-route.tsx',
  'after-load',
  'src/app/shell/live-features.ts',
  'src/ui/cover/cover-art.ts',
  'src/ui/states/page-illustrations.ts',
  'src/app/routing/books/book-owner-actions.tsx',
  'src/features/blocks/web/block-dialog.tsx',
  'src/features/boosts/web/boost-dialog.tsx',
  'src/ui/photos/photo-viewer.tsx',
  'src/features/photos/web/photo-field.tsx',
  'src/features/photos/web/upload-dialog.tsx',
  'src/ui/overlays/toast-view.tsx',
  'src/ui/overlays/tooltip.tsx',
  'src/ui/overlays/tooltip-view.tsx',
];

/**
 * The service worker, in one file with a name that never changes. It knows what it is to keep, and which
 * build it belongs to: its bytes are others whenever those of a page are.
 */
function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: ({ dir = '' }) => void (folder = dir),
    async closeBundle() {
      // Nothing was written: the build has failed.
      if (folder === '') return;
      const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8');
      const manifest = JSON.parse(text) as Record<string, BuiltChunk>;
      const keyOf = (part: string) =>
        Object.keys(manifest).find((key) => key === part || manifest[key]!.name === part) ?? part;
      const needed = new Set(['src/app/shell/browser.tsx', ...keptParts.map(keyOf)]);
      for (const name of needed) {
        if (manifest[name] === undefined) throw new Error(`${name} is in no chunk of its own`);
        for (const imported of manifest[name].imports ?? []) needed.add(imported);
      }
      // Every document has the styles of the first script in it.
      const inlined = new Set(manifest['src/app/shell/browser.tsx']!.css);
      const files = [...needed]
        .flatMap((name) => [
          manifest[name]!.file,
          ...(manifest[name]!.assets ?? []),
          ...(manifest[name]!.css ?? []),
        ])
        .filter((file) => !inlined.has(file));
      const textFolders = readFileSync(join(folder, '.vite/texts.json'), 'utf8');
      const id = createHash('sha256').update(text).update(textFolders).digest('hex').slice(0, 12);
      const pages = keptParts.filter((part) => part.endsWith('-route.tsx')).map(textsOfPage);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {
          BUILD: JSON.stringify(id),
          BUILT_TEXTS: JSON.stringify(['first', 'later', 'ad-content', ...pages].map((name) => `${name}.js`)),
          BUILT_FILES: JSON.stringify([...new Set(files)].map((file) => `/${file}`)),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: 'src/app/service-worker/main.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
      compress(join(folder, 'sw.js'));
    },
  };
}

/**
 * Dynamic imports with their styles. Vite's helper would also preload what a chunk imports, for 3 kB of the first
 * script: documents preload the chunks of their page, and `use-preload-pages.ts` fetches those of the next ones
 * ahead.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () =>
        `export { loadWithStyles as __vitePreload } from '${resolve('src/platform/web/load-with-styles.ts')}';`,
    },
  };
}

/** Vite's table of style files with shorter calls: three dozen are in the first script. */
function shortStyleLists(): Plugin {
  return {
    name: 'short-style-lists',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const table = /const __vite__mapDeps=.*?m\.f=(\[.*?\]).*?;\n/.exec(chunk.code);
          if (table === null || chunk.code.includes('_$')) continue;
          const calls = chunk.code
            .replace(table[0], '')
            .replace(/__vite__mapDeps\(\[([\d,]*)\]\)/g, '_$$($1)');
          chunk.code = `${calls}function _$(...at){return at.map(i=>${table[1]}[i])}\n`;
        }
      },
    },
  };
}

const shared = {
  // `:dir()` stays: rewritten into languages, it would miss the direction that a text itself has.
  css: { modules: cssModules(FREQUENT_STYLES), lightningcss: { exclude: KEEP_DIR } },
  appType: 'custom',
  // What wouter brings along for old versions of React, which has it itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // In a folder of their own: their responses have a policy of their own.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
} satisfies UserConfig;

const target = { target: 'es2022', assetsInlineLimit: 0, modulePreload: false } as const;

const textOptions = { importsPages, skeletons: 'after-load' };

const transforms = () => [
  plainImports(),
  leanReact(),
  textImports(textOptions),
  react(),
  inlineClassNames(),
  shortStyleLists(),
];

const browserBuild = (groups: ChunkGroup[]): UserConfig['build'] => ({
  ...target,
  rolldownOptions: {
    input: 'src/app/shell/browser.tsx',
    output: {
      // The first script carries the names of all others.
      chunkFileNames: 'assets/[name]-[hash:7].js',
      // Without names, which it would carry, too.
      assetFileNames: ({ names: [name = ''] }) =>
        name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
      codeSplitting: { groups },
    },
  },
});

/** What the bundler makes of the browser's sources by itself. */
const measuredBuild = {
  ...shared,
  configFile: false as const,
  plugins: transforms(),
  publicDir: false as const,
  build: browserBuild(measuredGroups()),
};

/**
 * The browser's bundle goes to dist/client; with `--ssr` the same sources become the server's renderer in
 * dist/server.
 */
export default defineConfig(async ({ command, isSsrBuild, isPreview }): Promise<UserConfig> => {
  const isBrowserBuild = command === 'build' && !isSsrBuild && !isPreview;
  return {
    ...shared,
    plugins: [...transforms(), textFiles(textOptions), compressedBeside(), serviceWorker()],
    // React's production half, whatever the environment says: its development half renders ten times slower.
    ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
    publicDir: isSsrBuild ? false : 'public',
    build: isBrowserBuild
      ? { ...browserBuild(await plannedGroups(measuredBuild)), manifest: true }
      : {
          ...target,
          // In one file, read at start: a build that replaces it does not pull pages from under a running server.
          ...(isSsrBuild && { rolldownOptions: { output: { codeSplitting: false } } }),
        },
    // What is rendered travels with its libraries: the server never resolves React by itself. (While developing
    // it does.)
    ...(command === 'build' && { ssr: { noExternal: true } }),
  };
});
