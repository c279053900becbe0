import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Only for looking: `npx vite --config src/ui/gallery/vite.config.ts --port 5199`, then /?screen=home. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../public', import.meta.url)),
  plugins: [react()],
  build: { outDir: '/tmp/bookswap-gallery', emptyOutDir: true },
  // as strict as the product's own, so that what needs more is seen here
  preview: {
    headers: {
      'content-security-policy':
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; object-src 'none'",
    },
  },
});
