import { isUuid } from '#platform/shared/is-uuid.ts';

type Campus = { publicUrl: string; hosts?: readonly string[] };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The path of an address of this campus, without query, fragment and needless slashes; null for an address elsewhere.
 * People copy addresses with and without the scheme, and in-product links are paths.
 */
export function toCampusPath(address: string, { publicUrl, hosts = [] }: Campus): string | null {
  const typed = address.trim();
  const url = parse(typed.startsWith('/') || SCHEME.test(typed) ? typed : `https://${typed}`, publicUrl);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  // Of localhost and of other hosts the port says nothing about the campus.
  const own = new URL(publicUrl);
  const isOwn = url.hostname === own.hostname || hosts.includes(url.hostname.replaceAll(/[[\]]/g, ''));
  return isOwn ? normalize(url.pathname) : null;
}

function parse(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

function normalize(pathname: string): string {
  const path = pathname.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  try {
    // The same path, whichever of its characters are escaped.
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}

export type NamedObject = { kind: 'book' | 'user' | 'short-address'; id: string };

const NAMED = /^\/(book|user|b)\/([^/]+)/;
const kinds = { book: 'book', user: 'user', b: 'short-address' } as const;

/** The object that a path names; null for any other page. */
export function findNamedObject(path: string): NamedObject | null {
  const [, segment, id] = NAMED.exec(path) ?? [];
  if (segment === undefined || id === undefined) return null;
  const kind = kinds[segment as keyof typeof kinds];
  if (kind === 'short-address') return { kind, id };
  return isUuid(id) ? { kind, id: id.toLowerCase() } : null;
}
