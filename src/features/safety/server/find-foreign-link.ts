/** Ends of host names that people write without 'https://'. Others are too often a missing space. */
const KNOWN_ENDINGS = wordsOf(
  'com net org info biz io app dev site online shop store top xyz club link live click page website space icu vip',
);
/** With a path behind it only: 'wa.me/1'. */
const SHORT_ENDINGS = wordsOf('me to ly gg co us tv cc pro es mx ar uk de fr eu');

/** Written like a host name, and meant as a technology. */
const NOT_A_HOST = new Set(['asp.net', 'vb.net', 'ado.net', 'ml.net', 'socket.io']);

/** Where books are compared and read about. No stranger can put a page there that asks for a password. */
const KNOWN_SITES = wordsOf(
  'amazon.com chegg.com ebay.com abebooks.com thriftbooks.com bookfinder.com barnesandnoble.com pearson.com cengage.com wiley.com mheducation.com goodreads.com openlibrary.org worldcat.org wikipedia.org youtube.com',
);

/** Universities' own sites are part of what students write about. */
const HARMLESS_ENDINGS = ['edu', 'ac.uk'];

const MAX_HOST_LENGTH = 253;

/** The host of the first link to another site, or null. */
export function findForeignLink(text: string, ownHost: string): string | null {
  for (const word of text.normalize('NFKC').toLowerCase().split(/\s+/u)) {
    const host = hostOf(word);
    if (host !== null && host !== ownHost && !isHarmless(host)) return host;
  }
  return spelledHost(text);
}

const isHarmless = (host: string) =>
  NOT_A_HOST.has(host) ||
  HARMLESS_ENDINGS.some((ending) => host.endsWith(`.${ending}`)) ||
  KNOWN_SITES.has(host.split('.').slice(-2).join('.'));

/** The host that a word of a text names, without the punctuation around it. */
function hostOf(word: string): string | null {
  const address = /https?:\/\/(.*)/su.exec(word)?.[1];
  const bare = (address ?? word).replace(/^[("'<[]+/u, '');
  // An email address is no link.
  if (address === undefined && bare.includes('@')) return null;
  const host = bare
    .slice(0, MAX_HOST_LENGTH)
    .split(/[/?#:)"'>\]!,;]/u)[0]!
    .replace(/\.+$/u, '');
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label))) return null;
  const ending = labels.at(-1)!;
  const isKnown =
    KNOWN_ENDINGS.has(ending) ||
    HARMLESS_ENDINGS.includes(ending) ||
    (SHORT_ENDINGS.has(ending) && bare[host.length] === '/');
  return address !== undefined || labels[0] === 'www' || isKnown ? host : null;
}

/** 'example dot com'. */
function spelledHost(text: string): string | null {
  const words = text.toLowerCase().split(/[\s()[\]]+/u);
  const dot = words.findIndex(
    (word, index) =>
      (word === 'dot' || word === 'punto') &&
      index > 0 &&
      ['com', 'net', 'org', 'info'].includes(words[index + 1] ?? ''),
  );
  return dot === -1 ? null : `${words[dot - 1]}.${words[dot + 1]}`;
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
