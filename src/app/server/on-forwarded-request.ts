import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Each is set by a proxy, and by no browser. */
const PROXY_HEADER =
  /^(cf-connecting-ip|forwarded|true-client-ip|via|x-client-ip|x-forwarded-.*|x-original-host|x-real-ip)$/i;

/** Runs `action` at the first request that a proxy has forwarded, which waits for it, until it has succeeded. */
export function onForwardedRequest(http: FastifyInstance, action: () => Promise<void>): void {
  let isDone = false;
  let running: Promise<void> | null = null;
  const actOn = (request: IncomingMessage): Promise<void> | null => {
    if (isDone || !(isForwarded(request) || http.checkHost(request) === 'unknown-host')) return null;
    running ??= action()
      .then(() => void (isDone = true))
      .finally(() => (running = null));
    return running;
  };
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    const acting = actOn(raw);
    if (acting === null) return done();
    acting.then(() => done(), done);
  });
  // Those that are answered or refused before the hooks, too.
  http.server.on('request', (request: IncomingMessage) => void actOn(request)?.catch(() => {}));
}

/** A proxy leaves a header, or its visitors' browsers know this server under another name than it does. */
function isForwarded({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  // No browser, but nginx asks so unless it is told otherwise.
  if (httpVersion === '1.0') return true;
  for (let at = 0; at < rawHeaders.length; at += 2) if (PROXY_HEADER.test(rawHeaders[at]!)) return true;
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  const page = headers.origin ?? headers.referer;
  return page !== undefined && URL.canParse(page) && new URL(page).host !== headers.host?.toLowerCase();
}
