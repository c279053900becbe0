import { isIP } from 'node:net';

/** The host name that passkeys are bound to; null without https and a name. `localhost` needs no https. */
export function toPasskeyHost(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'localhost';
  return protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : null;
}

export function toPasskeyOrigin(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  const host = toPasskeyHost(publicUrl);
  return `${protocol}//${host ?? 'localhost'}${port === '' ? '' : `:${port}`}`;
}
