import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run gallery`: every component on one page, on http://127.0.0.1:5199. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../../public', import.meta.url)),
  plugins: [react()],
  build: { outDir: '/tmp/bookswap-gallery', emptyOutDir: true },
  // The policy is as strict as the product's: a component that needs more fails here.
  preview: {
    headers: {
      'content-security-policy':
        "default-src 'none'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'",
    },
  },
});
