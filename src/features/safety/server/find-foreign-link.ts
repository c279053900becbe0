/**
 * Ends of host names that people write without 'https://'. Others are too often a missing space. 'example'
 * and 'invalid' are reserved (RFC 2606): labeled messages use them.
 */
const KNOWN_ENDINGS = wordsOf(
  'example invalid com net org info biz io app dev site online shop store top xyz club link live click page website space icu vip help support',
);
/** Short endings count only with a path behind them: 'wa.me/1'. */
const SHORT_ENDINGS = wordsOf(
  'me to ly gg co us tv cc pro es mx ar uk de fr eu ru cn in br cl pe ec pw tk ml ga cf gq team email work today',
);

/** Written like a host name, and meant as a technology. */
const NOT_A_HOST = new Set(['asp.net', 'vb.net', 'ado.net', 'ml.net', 'socket.io']);

/** Where books are compared and read about. No stranger can put a page there that asks for a password. */
const KNOWN_SITES = wordsOf(
  'amazon.com chegg.com ebay.com abebooks.com thriftbooks.com bookfinder.com barnesandnoble.com pearson.com cengage.com wiley.com mheducation.com goodreads.com openlibrary.org worldcat.org wikipedia.org youtube.com',
);

/** Universities' own sites are part of what students write about. */
const HARMLESS_ENDINGS = ['edu', 'ac.uk'];

const MAX_HOST_LENGTH = 253;
/** The host of a link that no browser opens as it is written: its writer may mean anything. */
const UNREADABLE_HOST = 'invalid';

/** The host of the first link in a text that may lead to a trap, or null. */
export function findForeignLink(text: string): string | null {
  for (const word of plainAddresses(text).split(/\s+/u)) {
    const host = hostOf(word);
    if (host !== null && !isHarmless(host)) return host;
  }
  return null;
}

/** A text without the links to a host. */
export const withoutLinksTo = (ownHost: string, text: string): string =>
  text.includes(ownHost)
    ? text
        .split(/(\s+)/u)
        .filter((word) => hostOf(word.normalize('NFKC').toLowerCase()) !== ownHost)
        .join('')
    : text;

/** 'example dot com / pay', 'example[.]com' and 'hxxp' as they are meant, in lower case. */
const plainAddresses = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(
      / ?(?:[[(] ?(?:\.|dot|punto|punkt|نقطة|دوت) ?[\])]| (?:dot|punto|punkt|نقطة|دوت) (?=[a-z]{2,7}(?: |$)) ?) ?/gu,
      '.',
    )
    .replaceAll(/ \. (?=[a-z]{2,7}(?:[ /]|$))/gu, '.')
    .replaceAll(/ ?(?:slash|diagonal) /gu, '/')
    .replaceAll(/ \/ ?/gu, '/')
    .replaceAll('hxxp', 'http')
    // Browsers read it as a dot.
    .replaceAll('\u3002', '.');

const isHarmless = (host: string) =>
  NOT_A_HOST.has(host) ||
  HARMLESS_ENDINGS.some((ending) => host.endsWith(`.${ending}`)) ||
  KNOWN_SITES.has(host.split('.').slice(-2).join('.'));

/** The host that a word of a text names, without the punctuation around it. */
function hostOf(word: string): string | null {
  const address = /(?:https?|ftp|wss?):\/\/(.+)/su.exec(word)?.[1];
  return address === undefined ? hostOfBareAddress(word) : hostOfAddress(address);
}

/** The host as a browser reads it: the text before an '@' is a user name, even if it resembles a host. */
function hostOfAddress(address: string): string {
  const url = `http://${address.replace(/[)"'>,!;.]+$/u, '')}`;
  return URL.canParse(url) ? new URL(url).hostname : UNREADABLE_HOST;
}

function hostOfBareAddress(word: string): string | null {
  const unquoted = word.replace(/^[("'<[/]+/u, '');
  const [authority = ''] = unquoted.split('/', 1);
  const isEmailAddress = authority.includes('@') && authority === unquoted;
  if (isEmailAddress) return null;
  const bare = unquoted.slice(authority.lastIndexOf('@') + 1);
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
  return labels[0] === 'www' || isKnown ? host : null;
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
