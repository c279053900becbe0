/**
 * For tests: the parts of Clerk that a server uses, over HTTP: the keys of its tokens, and the endpoint that
 * deletes a user.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

export const FAKE_CLERK_HOST = 'clerk.campus.example';

export const clerkKeys = {
  publishableKey: `pk_test_${Buffer.from(`${FAKE_CLERK_HOST}$`).toString('base64')}`,
  secretKey: 'sk_test_0123456789',
};

export class FakeClerk {
  /** Requests to the Backend API, as `METHOD path`, and the next response. */
  readonly asked: string[] = [];
  status = 200;
  readonly #server: Server;
  readonly #key: CryptoKey;

  private constructor(server: Server, key: CryptoKey) {
    this.#server = server;
    this.#key = key;
  }

  static async start(): Promise<FakeClerk> {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'clerk', alg: 'RS256', use: 'sig' };
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/.well-known/jwks.json') {
        response.end(JSON.stringify({ keys: [jwk] }));
        return;
      }
      const allowed = request.headers.authorization === `Bearer ${clerkKeys.secretKey}`;
      standIn.asked.push(`${request.method} ${request.url}`);
      response.statusCode = allowed ? standIn.status : 401;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const standIn = new FakeClerk(server, privateKey);
    return standIn;
  }

  /** A fetch that sends requests for Clerk's hosts to this server. */
  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    if (![FAKE_CLERK_HOST, 'api.clerk.com'].includes(url.host))
      throw new TypeError(`unexpected host ${url.host}`);
    return fetch(new URL(url.pathname, this.address), init);
  };

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A session token; these claims override the default ones. */
  sign(now: Date, claims: Record<string, unknown>): Promise<string> {
    const iat = Math.floor(now.getTime() / 1000);
    const usual = {
      iss: `https://${FAKE_CLERK_HOST}`,
      iat,
      nbf: iat - 10,
      exp: iat + 60,
      sid: 'sess_1',
      sts: 'active',
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'clerk' })
      .sign(this.#key);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
