import type { FastifyInstance } from 'fastify';

/** Each is set by a proxy, and by no browser. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Runs `action` at the first request that a proxy has forwarded; that request waits for it. Until it has
 * succeeded, each further forwarded request tries again.
 */
export function onForwardedRequest(http: FastifyInstance, action: () => Promise<void>): void {
  let isDone = false;
  let running: Promise<void> | null = null;
  http.addHook('onRequest', ({ headers }, _reply, done) => {
    if (isDone || !PROXY_HEADERS.some((name) => headers[name] !== undefined)) return done();
    running ??= action()
      .then(() => void (isDone = true))
      .finally(() => (running = null));
    running.then(() => done(), done);
  });
}
