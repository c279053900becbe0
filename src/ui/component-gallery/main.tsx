import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import compile from 'icu-minify/compile';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import { moneyFactsOf } from '#platform/shared/market/money-facts.ts';
import { provideLocale } from '#platform/shared/texts/locale.ts';
import '../styles/index.css';
import '../shared.module.css';
import { SPRITE_MARKUP } from '../icons/sprite.ts';
import { Toaster } from '../overlays/toaster.tsx';
import { Tooltips } from '../overlays/tooltip.tsx';
import english from '../texts/en.json' with { type: 'json' };
import { ComponentSamples } from './component-samples.tsx';

const messages = Object.fromEntries(
  Object.entries(english).map(([id, { defaultMessage }]) => [id, compile(defaultMessage)]),
);
const { languages, timeZone, region, prices } = defaultMarket;
const money = moneyFactsOf('en', defaultMarket);
provideLocale(() => ({ language: 'en', languages, messages, timeZone, region, prices, money }));

const tree = (
  <>
    <ComponentSamples />
    <Toaster />
    <Tooltips />
  </>
);
const sprite = document.getElementById('sprite');
const root = document.getElementById('root');
if (!root || !sprite) throw new Error('no root');
sprite.innerHTML = SPRITE_MARKUP;

// Hydrates the server's markup; a mismatch or a style attribute shows in the document's title.
if (location.search === '?hydrate') {
  const markup = renderToString(tree);
  root.innerHTML = markup;
  if (markup.includes('style=')) document.title = 'style attribute in markup';
  hydrateRoot(root, tree, { onRecoverableError: (error) => (document.title = `mismatch: ${String(error)}`) });
} else createRoot(root).render(tree);
