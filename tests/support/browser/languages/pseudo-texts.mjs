// Preloaded into a server of the tests (NODE_OPTIONS): its languages get the texts of the pseudo-languages.
import { registerHooks } from 'node:module';

const LOCALES = '/src/platform/server/texts/create-locale-of.ts';
const pseudo = new URL('./pseudo-locales.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const isReplaced = resolved.url.endsWith(LOCALES) && context.parentURL !== pseudo;
    return isReplaced ? { ...resolved, url: pseudo } : resolved;
  },
});
