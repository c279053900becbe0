import { domainToASCII } from 'node:url';
import { toHostName } from '#platform/server/markets/market-directory.ts';

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** 'westfield.example' of 'Westfield.example:3000', in punycode. Null: it is no name of a host. */
export function parseHostName(text: string): string | null {
  const host = domainToASCII(toHostName(text.trim()));
  return host.length <= 253 && host.split('.').every((label) => LABEL.test(label)) ? host : null;
}
