import { type OfferedLanguages, withLanguage } from '#platform/shared/texts/language-choice.ts';
import { directionOf, type Language } from '#platform/shared/texts/languages.ts';
import { escapeHtml } from '#platform/shared/texts/markup.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { HEAD_SCRIPT, OFFLINE_RETRY_SCRIPT, UNREACHABLE_ATTRIBUTE } from './head-script.ts';
import type { InlineStyles } from './inline-styles.ts';
import type { CampusLook } from '#features/campus/server/mount.ts';
import { themeColors } from '#ui/theme.ts';
import type { PageHead } from '../routing/page-route.ts';
import type { RenderedPage } from '../shell/ssr.tsx';

export type ClientAssets = {
  script: string;
  preload: string[];
  css: InlineStyles;
  /** The files of these styles: the browser loads none of them again. */
  cssFiles: string[];
  /** Markup of the development server for the head; empty in production. */
  extraHead?: string;
};

const SCRIPT_ESCAPES: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** JSON for a script element, escaped so that it cannot end the element. */
const jsonForScript = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => SCRIPT_ESCAPES[character]!);

const VIEWPORT = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
`;
const COLORS = `<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}">
`;

type DocumentOptions = {
  locale: Locale;
  /** The language in the URL of this document; null for the URL that serves each reader theirs. */
  namedLanguage: Language | null;
  languages: OfferedLanguages;
  origin: string;
  /** Whether payments move no money: the style sheet leaves space for the line that says so. */
  testMode: boolean;
  look: CampusLook;
};

/** Returns UTF-8: most of a document is its styles, which are stored as bytes. */
export function renderHtmlDocument(
  page: RenderedPage,
  { css, ...assets }: ClientAssets,
  options: DocumentOptions,
): Buffer {
  const { testMode, locale } = options;
  const hasStyles = css.parts.length > 0;
  const start = `<!doctype html>
<html ${languageAttributes(locale.language)}${testMode ? ' data-test-mode' : ''}>
<head>
${VIEWPORT}${COLORS}${headTags(page.head, options)}
${iconLinks(options.look)}
<link rel="manifest" href="${manifestUrl(options)}">
<script>${HEAD_SCRIPT}</script>
${hasStyles ? `<style data-files="${assets.cssFiles.join(' ')}">` : ''}`;
  const end = `${hasStyles ? '</style>' : ''}${assets.extraHead ?? ''}
${assets.preload.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="module" src="${assets.script}"></script>
</head>
<body>
${page.sprite}
${page.noScript}${ROOT}${page.body}</div>
<script type="application/json" id="state">${jsonForScript(page.state)}</script>
</body>
</html>`;
  return Buffer.concat([Buffer.from(start), ...css.parts, Buffer.from(end)]);
}

/** The document for a page that is neither cached nor reachable. It needs no other file. */
export function offlineDocument(body: string, css: string, locale: Locale): string {
  const t = textsIn(locale);
  return `<!doctype html>
<html ${languageAttributes(locale.language)}>
<head>
${VIEWPORT}${COLORS}<meta name="robots" content="noindex">
<title ${UNREACHABLE_ATTRIBUTE}="${escapeHtml(t('app.offline.no-server'))}">${escapeHtml(t('app.offline.no-connection'))} · BookSwap</title>
<script>${OFFLINE_RETRY_SCRIPT}</script>
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>`;
}

const ROOT = '<div id="root">';

/** Puts the note on a document of the last minute that it is one, outside of what the script takes over. */
export const markAsOld = (html: string, note: string): string => html.replace(ROOT, () => `${note}${ROOT}`);

/** The document for a server that cannot respond. It reloads after a while. */
export const unavailableDocument = (body: string, css: string, locale: Locale): string =>
  noticeDocument(body, css, { locale, title: textsIn(locale)('app.unavailable.title'), reloadSeconds: 5 });

/** A document without scripts, which needs no other file. */
export function noticeDocument(
  body: string,
  css: string,
  { locale, title, reloadSeconds = null }: { locale: Locale; title: string; reloadSeconds?: number | null },
): string {
  const reload = reloadSeconds === null ? '' : `<meta http-equiv="refresh" content="${reloadSeconds}">\n`;
  return `<!doctype html>
<html ${languageAttributes(locale.language)}>
<head>
${VIEWPORT}${reload}<title>${escapeHtml(title)} · BookSwap</title>
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>`;
}

function headTags(head: PageHead, options: DocumentOptions): string {
  const { origin, namedLanguage, locale } = options;
  const title = head.title === 'BookSwap' ? head.title : `${head.title} · BookSwap`;
  const description = head.description ?? textsIn(locale)('app.head.description');
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta property="og:site_name" content="${escapeHtml(siteName(options.look))}">`,
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:type" content="${head.type ?? 'website'}">`,
    ...openGraphLocales(options),
  ];
  if (head.canonical !== undefined) {
    const canonical = escapeHtml(withLanguage(origin + head.canonical, namedLanguage));
    tags.push(`<link rel="canonical" href="${canonical}">`);
    tags.push(`<meta property="og:url" content="${canonical}">`);
    if (!head.noIndex) tags.push(...alternateLinks(origin + head.canonical, options));
  }
  tags.push(
    `<meta property="og:image" content="${escapeHtml(withLanguage(origin + (head.image ?? '/share.png'), namedLanguage))}">`,
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  );
  if (head.noIndex) tags.push('<meta name="robots" content="noindex">');
  for (const object of head.jsonLd ?? [])
    tags.push(`<script type="application/ld+json">${jsonForScript(object)}</script>`);
  if (head.feed !== undefined) tags.push(feedLink(head.feed, options));
  return tags.join('\n');
}

const siteName = ({ name }: CampusLook): string => (name === null ? 'BookSwap' : `BookSwap · ${name}`);

const iconLinks = ({ iconVersion }: CampusLook): string =>
  iconVersion === null
    ? `<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">`
    : `<link rel="icon" href="/campus-icon-192.png?v=${iconVersion}" type="image/png">
<link rel="apple-touch-icon" href="/campus-icon-180.png?v=${iconVersion}">`;

/** Left to right is what a document is without an attribute. */
const languageAttributes = (language: Language): string =>
  `lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`;

/** Browsers fetch it without the cookie that says what was chosen. */
const manifestUrl = ({ locale, languages }: DocumentOptions): string =>
  withLanguage('/manifest.webmanifest', languages.length === 1 ? null : locale.language);

/** A feed chooses no language by the reader's headers: the URL names it, unless it is the market's first. */
const feedLink = (
  { path, title }: NonNullable<PageHead['feed']>,
  { origin, locale, languages }: DocumentOptions,
): string => {
  const url = withLanguage(origin + path, locale.language === languages[0] ? null : locale.language);
  return `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(url)}">`;
};

/** The form of Open Graph: 'es_MX'. The page exists in the other languages, too. */
const openGraphLocales = ({ locale: { language, region }, languages }: DocumentOptions): string[] => [
  `<meta property="og:locale" content="${language}_${region}">`,
  ...languages
    .filter((other) => other !== language)
    .map((other) => `<meta property="og:locale:alternate" content="${other}_${region}">`),
];

/** The same page in each language, for search engines: they send no header that would choose one. */
const alternateLinks = (url: string, { languages }: DocumentOptions): string[] =>
  languages.length === 1
    ? []
    : [...languages, null].map(
        (language) =>
          `<link rel="alternate" hreflang="${language ?? 'x-default'}" href="${escapeHtml(withLanguage(url, language))}">`,
      );
