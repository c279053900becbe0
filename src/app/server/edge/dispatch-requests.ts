import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasTwoHosts, type HostCheck, isMonitoring } from '#platform/server/http/request-host.ts';
import { type MarketEntry, toHostName } from '#platform/server/markets/market-directory.ts';
import { refuseUpgrade } from '#platform/server/socket/upgrade-request.ts';
import type { Operator } from '../operator/create-operator.ts';
import type { ProcessServices } from '../process/process-services.ts';
import type { AddressLimits } from './address-limits.ts';
import type { FindMarket } from './find-market.ts';
import { MarketUnavailableError } from './market-unavailable-error.ts';
import type { OpenMarket } from './market-slot.ts';
import type { Markets } from './markets.ts';
import type { Notices } from './send-notices.ts';

/** What decides where a request goes. */
export type Dispatching = {
  find: FindMarket;
  notices: Notices;
  files: ProcessServices['files'];
  limitAddress: AddressLimits;
  /** A market alone is found for every host, and refuses foreign ones itself. */
  checkHostAlone: HostCheck;
  markets: () => Markets;
  operator: Pick<Operator, 'host' | 'server'> | undefined;
};

/** `own`: what the server of the edge does with a request. */
export const createDispatcher =
  (dispatching: Dispatching, own: RequestListener, http: () => FastifyInstance): RequestListener =>
  (request, response) => {
    if (isMonitoring(request)) return own(request, response);
    const { find, notices, markets, limitAddress } = dispatching;
    if (isForOperators(request, dispatching))
      return void dispatching.operator!.server.emit('request', request, response);
    const entry = find(request);
    if (typeof entry === 'string') return own(request, response);
    if (sendFile(request, response, dispatching)) return http().openRequests.add(request, response);
    const waitSeconds = find.isAlone() ? 0 : limitAddress(request);
    if (waitSeconds > 0) return void notices.tooMany(request, response, waitSeconds);
    if (entry.state !== 'active') return void notices.closed(request, response, entry);
    const market = markets().find(entry.number);
    if (market !== undefined) return void market.server.emit('request', request, response);
    void serveWhenOpen(entry, request, response, { notices, markets: markets() });
  };

const isForOperators = (request: IncomingMessage, { operator }: Pick<Dispatching, 'operator'>): boolean =>
  operator !== undefined &&
  toHostName(request.headers.host ?? '') === operator.host &&
  !hasTwoHosts(request.rawHeaders);

/** The built files are the same for all markets. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { files, find, checkHostAlone }: Dispatching,
): boolean {
  // Most requests are not for a file; their market checks the host.
  if (files === null || !files.has(request)) return false;
  if (find.isAlone() && checkHostAlone(request) !== null) return false;
  files.respond(request, response);
  return true;
}

async function serveWhenOpen(
  entry: MarketEntry,
  request: IncomingMessage,
  response: ServerResponse,
  { notices, markets }: { notices: Notices; markets: Markets },
): Promise<void> {
  let market: OpenMarket;
  try {
    market = await markets.get(entry.number);
  } catch (error) {
    const retryAfter = error instanceof MarketUnavailableError ? error.retryAfter : 1;
    return notices.unavailable(request, response, { entry, retryAfter });
  }
  market.server.emit('request', request, response);
}

const refusals = { 'ambiguous-host': 400, 'unknown-host': 421 } as const;

export const createUpgradeDispatcher =
  ({ find, markets, limitAddress, operator }: Dispatching) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (isForOperators(request, { operator })) return refuseUpgrade(socket, 404);
    const entry = find(request);
    if (typeof entry === 'string') return refuseUpgrade(socket, refusals[entry]);
    if (!find.isAlone() && limitAddress(request) > 0) return refuseUpgrade(socket, 429);
    if (entry.state !== 'active') return refuseUpgrade(socket, entry.state === 'deleting' ? 410 : 503);
    const market = markets().find(entry.number);
    if (market !== undefined) return void market.server.emit('upgrade', request, socket, head);
    // Without a listener an error would end the process.
    const ignore = () => {};
    socket.on('error', ignore);
    markets()
      .get(entry.number)
      .then(
        ({ server }) => {
          socket.off('error', ignore);
          return server.emit('upgrade', request, socket, head);
        },
        () => refuseUpgrade(socket, 503),
      );
  };
