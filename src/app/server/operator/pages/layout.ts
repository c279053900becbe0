import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themeColors } from '#ui/theme.ts';
import { html, Html } from './html.ts';

const root = join(import.meta.dirname, '../../../../..');
const css = ['src/ui/styles/tokens.css', 'src/app/server/operator/pages/operator.css']
  .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n');

/** Outside of the templates: its hash counts every space. */
const style = new Html(`<style>${css}</style>`);
const styleHash = createHash('sha256').update(css).digest('base64');

/** Of every page: no script, no file, no frame around it. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  // With 'no-referrer' browsers name no origin with a form.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
} as const;

const ICONS = {
  plus: '<path d="M12 5v14M5 12h14"/>',
  back: '<path d="M19.5 12h-15m6.25-6.25L4.5 12l6.25 6.25"/>',
  alert:
    '<path d="M12 4.25 3.25 19.25h17.5zM12 10v3.5"/><circle cx="12" cy="16.6" r=".5" fill="currentColor"/>',
  pause: '<circle cx="12" cy="12" r="8.25"/><path d="M9.75 9v6M14.25 9v6"/>',
  play: '<circle cx="12" cy="12" r="8.25"/><path d="M10.25 8.75v6.5l5-3.25z"/>',
  lock: '<rect x="5.25" y="10.5" width="13.5" height="9.75" rx="1.75"/><path d="M8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5"/>',
  clock: '<circle cx="12" cy="12" r="8.25"/><path d="M12 7.5V12l3 2"/>',
} as const;

export const icon = (name: keyof typeof ICONS): Html =>
  new Html(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`);

type Page = {
  title: string;
  main: Html;
  /** Beside the heading. */
  actions?: Html;
  /** The path of the page before. */
  back?: string;
};

/** A document of the operators, in English, with its heading and one main part. */
export const renderPage = ({ title, main, actions, back }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}" />
        <title>${title} · BookSwap</title>
        ${style}
      </head>
      <body>
        <header class="head">
          <div class="bar">
            ${back !== undefined && html`<a class="iconbtn" href="${back}" aria-label="Back">${icon('back')}</a>`}
            <h1>${title}</h1>
            ${actions}
          </div>
        </header>
        <main class="main">${main}</main>
      </body>
    </html>`.text;

/** What a person should know first. */
export const notice = (text: string | Html, kind: 'warning' | 'plain' = 'warning'): Html =>
  html`<p class="note ${kind}" role="status">
    ${icon(kind === 'warning' ? 'alert' : 'clock')}<span>${text}</span>
  </p>`;
