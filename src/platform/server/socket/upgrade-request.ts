import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { formatReconnectReason, RETURNING_QUERY } from '#platform/shared/socket-pace.ts';
import { closeCode } from './connection.ts';

export function findRequestPath(request: IncomingMessage): string | null {
  const url = request.url ?? '';
  return url.startsWith('/') ? url.split('?', 1)[0]! : null;
}

/** Whether the client says that the server has named this moment. It may pretend that. */
export const isReturning = ({ url = '' }: IncomingMessage): boolean => url.endsWith(`?${RETURNING_QUERY}`);

/** Whether the page is of the requested host or the public URL. Without an Origin there are no user's cookies. */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return false;
  return from.host === host?.toLowerCase() || from.origin === new URL(publicUrl).origin;
}

export function refuseUpgrade(socket: Duplex, status: 400 | 403 | 404 | 410 | 421 | 429 | 503): void {
  socket.on('error', () => socket.destroy());
  const retry = status === 503 || status === 429 ? 'Retry-After: 5\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`,
    () => socket.destroy(),
  );
}

/** Closes a socket that has just opened, with a code and a reason that a browser can read. */
export function turnAway(socket: WebSocket, delayMs: number, closeTimeoutMs: number): void {
  const timer = setTimeout(() => socket.terminate(), closeTimeoutMs);
  socket.on('error', () => {}).on('close', () => clearTimeout(timer));
  socket.close(closeCode.tryAgainLater, formatReconnectReason(delayMs));
}
