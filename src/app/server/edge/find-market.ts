import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type HostRefusal,
  hasTwoHosts,
  isLoopbackName,
  isOwnAddress,
} from '#platform/server/http/request-host.ts';
import {
  type MarketDirectory,
  type MarketEntry,
  toHostName,
} from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';

export type FindMarket = {
  (request: IncomingMessage): MarketEntry | HostRefusal;
  /** Whether there is one market, which then answers or refuses every host itself. */
  isAlone: () => boolean;
  close: () => void;
};

/** `onUnknownHost`: a market may have come that the directory does not know yet. */
export function createFindMarket(
  directory: MarketDirectory,
  onUnknownHost: (host: string) => void,
): FindMarket {
  /** The host that each connection last named: its requests mostly name the same one. */
  let found = new WeakMap<Socket, { host: string; entry: MarketEntry }>();
  let alone: MarketEntry | null;
  const look = () => {
    found = new WeakMap();
    const entries = directory.list();
    alone = entries.length === 1 ? entries[0]! : null;
  };
  look();
  const close = directory.subscribe(look);
  const lookUp = (host: string, request: IncomingMessage): MarketEntry | undefined => {
    const name = toHostName(host);
    const entry = directory.find(name);
    if (entry !== undefined) return entry;
    // `books.localhost` is a market or nothing, so that a mistake does not lead to another campus.
    const isOwn = (isLoopbackName(name) && !name.endsWith('.localhost')) || isOwnAddress(name, request);
    if (!isOwn) onUnknownHost(name);
    if (alone !== null) return alone;
    // The machine's own names stay the first market's.
    return isOwn ? directory.get(FIRST_MARKET) : undefined;
  };
  const find = (request: IncomingMessage): MarketEntry | HostRefusal => {
    const { host = '' } = request.headers;
    // The app refuses two of them, too.
    if (alone === null && hasTwoHosts(request.rawHeaders)) return 'ambiguous-host';
    const last = found.get(request.socket);
    if (last?.host === host) return last.entry;
    const entry = lookUp(host, request);
    if (entry === undefined) return 'unknown-host';
    found.set(request.socket, { host, entry });
    return entry;
  };
  return Object.assign(find, { isAlone: () => alone !== null, close });
}
