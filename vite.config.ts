import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser's bundle goes to dist/client; with `--ssr` the same sources become the server's renderer in dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    ...(!isSsrBuild && { rolldownOptions: { input: 'src/app/browser.tsx' } }),
  },
  ssr: {
    // What is rendered travels with its libraries: the server never resolves React by itself.
    noExternal: true,
  },
}));
