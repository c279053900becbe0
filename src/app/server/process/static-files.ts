import fastifyStatic from '@fastify/static';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import type { ServedRequests } from '#platform/server/http/served-requests.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { systemClock } from '#platform/shared/clock.ts';
import type { Config } from '../config.ts';
import { workerCspHeaders } from '../content-security-policy.ts';
import { limitByDefault } from '../limits/limit-requests.ts';

/** The built files, which are the same for all markets. */
export type StaticFiles = {
  /** Whether the URL and the method are of a file. */
  has(request: IncomingMessage): boolean;
  /** Sends the file that `has` has found. The caller has checked the host. */
  respond(request: IncomingMessage, response: ServerResponse): void;
  readonly http: FastifyInstance;
  /** Tells of each response: `/metrics` and the log of the caller count it. */
  readonly servedRequests: ServedRequests;
  close(): Promise<void>;
};

type StaticFilesOptions = Pick<Config, 'logLevel' | 'trustedProxies' | 'publicUrl' | 'hstsSubdomains'> & {
  staticDir: string;
  logStream?: NodeJS.WritableStream;
};

/** Serves files in a server that never listens: two megabytes of routes, once for the process. */
export async function openStaticFiles({
  staticDir,
  logLevel,
  trustedProxies,
  publicUrl,
  hstsSubdomains,
  logStream,
}: StaticFilesOptions): Promise<StaticFiles> {
  const http = await createHttpServer({
    logLevel,
    trustedProxies,
    strictTransport: publicUrl?.startsWith('https:') ? { subdomains: hstsSubdomains } : null,
    ...(logStream && { logStream }),
    serverFactory: (handler) => createServer(handler as RequestListener),
  });
  limitByDefault(http, new SharedRateLimiter(systemClock));
  const paths = await registerStaticFiles(http, staticDir);
  await http.ready();
  return {
    http,
    servedRequests: http.servedRequests,
    has({ url, method }) {
      const query = url!.indexOf('?');
      const path = query === -1 ? url! : url!.slice(0, query);
      return paths.has(path) && (method === 'GET' || method === 'HEAD');
    },
    respond: (request, response) => http.routing(request, response),
    close: () => http.close(),
  };
}

/**
 * Adds a route for each file, and returns their paths. Built files with a hash of their content in their names never
 * change; browsers revalidate the few others.
 */
export async function registerStaticFiles(
  http: FastifyInstance,
  staticDir: string,
): Promise<ReadonlySet<string>> {
  const hashed = join(staticDir, 'assets');
  const workers = join(hashed, 'workers');
  const paths = new Set<string>();
  await http.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public', routeName: '(file)' };
      paths.add(route.url);
    });
    await files.register(fastifyStatic, {
      root: staticDir,
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : cacheControlFor(path),
        );
        if (path.startsWith(workers)) void reply.headers(workerCspHeaders);
      },
    });
  });
  return paths;
}

/** The `Cache-Control` of a file that keeps its name. Browsers revalidate the service worker each time. */
const cacheControlFor = (path: string) => (path.endsWith('/sw.js') ? 'no-cache' : 'public, max-age=3600');
