import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Every component on one page, for visual checks: `npx vite --config src/ui/component-gallery/vite.config.ts
 * --port 5199`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../public', import.meta.url)),
  plugins: [react()],
  build: { outDir: '/tmp/bookswap-gallery', emptyOutDir: true },
  // as strict as the product's policy, so that a violation shows here
  preview: {
    headers: {
      'content-security-policy':
        "default-src 'none'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'",
    },
  },
});
