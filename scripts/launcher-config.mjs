import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkLibraries, PROGRAMS_PACKAGE } from '../packages/embedded-postgresql/link-libraries.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--emptyOutDir'];

/**
 * The configuration of packages/launcher for BookSwap.
 * @type {import('../packages/launcher/launch.mjs').LauncherConfig}
 */
export const launcherConfig = {
  name: 'BookSwap',
  root,
  entry: 'src/app/server/main.ts',
  serveScript: 'scripts/serve.mjs',
  // Node's own limit is 64 MB, which the openings of markets fill: twice that much for each process.
  nodeOptions: ['--max-semi-space-size=16'],
  watchedFolders: ['src', 'packages'],
  developmentVariable: 'BOOKSWAP_DEV',
  preloaded: ['scripts/remember-modules.mjs'],
  install: { platformPackages: [PROGRAMS_PACKAGE], prepare: linkPostgresqlLibraries },
  build: {
    inputs: [
      'src',
      'public',
      'vite.config.ts',
      'packages/css-modules',
      'packages/chunk-plan',
      'packages/lean-react',
      'scripts/browser-chunks.ts',
      'scripts/texts',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ],
    output: 'dist',
    stagingFolder: '.building',
    steps: [
      { title: 'Building the pages', args: (output) => [...vite, '--outDir', join(output, 'client')] },
      {
        title: 'Building the server rendering',
        args: (output) => [...vite, '--ssr', 'src/app/shell/ssr.tsx', '--outDir', join(output, 'server')],
      },
    ],
  },
};

function linkPostgresqlLibraries() {
  try {
    linkLibraries(join(root, 'node_modules', PROGRAMS_PACKAGE));
  } catch {
    // This machine has no such package, or an incomplete one: starting the embedded database reports it.
  }
}
