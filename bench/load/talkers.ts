import type { ServerMessage } from '#features/live/contract.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { reconnectDelayMs } from '#features/live/rules.ts';
import { parseReconnectDelayMs, RETURNING_QUERY } from '#platform/shared/socket-pace.ts';
import type { BenchEnvironment } from '../bench-environment.ts';

/** A user with an open socket, in a conversation. */
export type Talker = { socket: WebSocket; conversationId: string; token: string };

/** The sellers who have a book, in a fixed order. */
export const sellersOf = ({ catalog }: Pick<BenchEnvironment, 'catalog'>): number[] => [
  ...new Set(catalog.books.map((book) => book.seller)),
];

/** A buyer and a seller with a conversation and a socket each; the seller's may be at another process. */
export async function openPair(
  market: Pick<BenchEnvironment, 'port' | 'tokenOf'>,
  people: { buyer: number; seller: number },
  ports: readonly [buyer: number, seller: number] = [market.port, market.port],
): Promise<[buyer: Talker, seller: Talker]> {
  const origin = `http://127.0.0.1:${market.port}`;
  const tokens = [await market.tokenOf(people.buyer), await market.tokenOf(people.seller)] as const;
  const books = await callApi(
    `${origin}/api/books/user/${await ownId(origin, tokens[1])}?limit=1`,
    tokens[0],
  );
  const { id: conversationId } = await callApi(`${origin}/api/conversations`, tokens[0], {
    bookId: books[0].id,
  });
  const open = async (side: 0 | 1) => ({
    conversationId,
    token: tokens[side],
    socket: await openSocket(ports[side], tokens[side]),
  });
  return Promise.all([open(0), open(1)]);
}

async function ownId(origin: string, token: string): Promise<string> {
  return (await callApi(`${origin}/api/users/sync`, token, {})).id as string;
}

/** GET, or POST with a body. Throws unless the response is 2xx. */
// oxlint-disable-next-line typescript/no-explicit-any -- the caller knows the type of the response
export async function callApi(address: string, token: string, body?: object): Promise<any> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

class RefusedSocket extends Error {
  /** Milliseconds after which the server expects it back; null if it has named none. */
  readonly laterMs: number | null;

  constructor(reason: string, laterMs: number | null = null) {
    super(`The socket was refused: ${reason}`);
    this.laterMs = laterMs;
  }
}

/** An authenticated socket. Rejects with `RefusedSocket` when the server refuses it. */
export function openSocket(port: number, token: string, isReturning = false): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const url = `ws://127.0.0.1:${port}/ws${isReturning ? `?${RETURNING_QUERY}` : ''}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const refuse = (reason: string, laterMs: number | null = null) => {
      reject(new RefusedSocket(reason, laterMs));
      socket.terminate();
    };
    // Also after it is open: an error without a listener would end this process.
    socket.on('error', (error) => refuse(error.message));
    socket.once('close', (code, reason) =>
      refuse(String(code), parseReconnectDelayMs({ code, reason: String(reason) })),
    );
    socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
    socket.once('message', (data) => {
      const said = JSON.parse(String(data)) as ServerMessage;
      if (said.type === 'auth_success') resolve(socket);
      else refuse(String(data));
    });
  });
}

/**
 * Opens the socket of a lost connection as the product's browser does: at a random moment, after each
 * refusal again, and when the server says if it does. Null if the user has left meanwhile.
 */
export async function reopenSocket(
  port: number,
  token: string,
  { hasLeft, onRefused = () => {} }: { hasLeft: () => boolean; onRefused?: () => void },
): Promise<WebSocket | null> {
  let waitMs = reconnectDelayMs(0, Math.random());
  let isReturning = false;
  for (let failed = 1; ; failed += 1) {
    await delay(waitMs);
    if (hasLeft()) return null;
    try {
      return await openSocket(port, token, isReturning);
    } catch (error) {
      onRefused();
      const laterMs = (error as RefusedSocket).laterMs;
      isReturning = laterMs !== null;
      waitMs = laterMs ?? reconnectDelayMs(failed, Math.random());
    }
  }
}
