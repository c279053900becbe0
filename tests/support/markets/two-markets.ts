/**
 * Two markets of one process and one secret: one that has used every feature, and one that asks for it. On an external
 * server both are behind PgBouncer.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '#app/server/create-app.ts';
import type { Endpoint, EndpointKey } from '#platform/shared/define-endpoints.ts';
import { TEST_PASSWORD, type TestApp, type TestClient } from '../server/test-app.ts';
import { algorithms } from '../server/test-world.ts';
import { CANARY, type FilledMarket, newAdmin, openFilledMarket, sendQueuedEmails } from './filled-market.ts';
import { listIds, type Secrets } from './foreign-rows.ts';
import { createListingPages } from './listing-pages.ts';
import { TestMarkets } from './test-markets.ts';

export const FULL = 'northfield';
const ASKING = 'westfield';

export class TwoMarkets {
  readonly markets: TestMarkets;
  readonly full: FilledMarket;
  readonly asking: TestApp;
  /** As `METHOD /path`, of Fastify. */
  readonly routes: ReadonlySet<string>;
  /** What no answer of the asking market may show. */
  readonly secrets: Secrets;
  /** An administrator of the asking market. */
  admin: TestClient;
  /** A session of the seller of the full market. */
  readonly cookie: string;

  private constructor(given: Omit<TwoMarkets, 'renewAdmin' | 'stop' | 'endpoints'>) {
    this.markets = given.markets;
    this.full = given.full;
    this.asking = given.asking;
    this.routes = given.routes;
    this.secrets = given.secrets;
    this.admin = given.admin;
    this.cookie = given.cookie;
  }

  static async open(options: Partial<AppOptions> & { logStream?: NodeJS.WritableStream } = {}) {
    const routes = new Set<string>();
    const watch = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook('onRoute', ({ method, url, config }) => {
        if (config?.findEndpoint !== undefined) return;
        for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
      });
    };
    subscribe('fastify.initialization', watch);
    const { logStream, ...app } = options;
    const markets = await TestMarkets.start([FULL, ASKING], {
      pages: createListingPages(),
      isPooled: true,
      settings: { PAYMENTS: 'sandbox' },
      variables: { LOG_LEVEL: logStream ? 'debug' : 'fatal' },
      app: { ...app, ...(logStream && { logStream }) },
      ...(logStream && { logStream }),
    });
    const full = await openFilledMarket(markets, FULL);
    const asking = await markets.appOf(ASKING);
    unsubscribe('fastify.initialization', watch);
    const admin = await newAdmin(asking, 'westfield.edu', 'Wanda Field');
    await admin.post('/api/books', { ...algorithms, title: 'A book of westfield' });
    const cookie = await sessionCookie(full.app, `priya@${CANARY}.edu`);
    await sendQueuedEmails(full.app);
    const { host, hostname } = new URL(full.app.address);
    const secrets = {
      words: [CANARY, host, hostname, `${FULL}.example`],
      ids: await listIds(full.app.database),
    };
    return new TwoMarkets({ markets, full, asking, routes, secrets, admin, cookie });
  }

  get endpoints(): ReadonlyMap<EndpointKey, { endpoint: Endpoint }> {
    return this.asking.app.context.endpoints.mounted;
  }

  /** Signs up another one if the session of this one has ended. */
  async renewAdmin(): Promise<void> {
    const { status } = await this.admin.get('/api/admin/stats').catch(() => ({ status: 0 }));
    if (status !== 200) this.admin = await newAdmin(this.asking, 'westfield.edu', 'Wanda Field');
  }

  stop = () => this.markets.stop();
}

export async function sessionCookie(app: TestApp, email: string): Promise<string> {
  const response = await fetch(`${app.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (test)' },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** The whole answer as text: status line, headers and body. */
export async function readAnswer(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const body = Buffer.from(await response.arrayBuffer());
  return [
    `${response.status} ${response.statusText}`,
    ...headers,
    body.toString(),
    body.toString('latin1'),
  ].join('\n');
}
