/** For tests: a real OpenID provider on this machine, with users instead of a login form. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { freePort } from '../server/free-port.ts';

type OidcMember = { sub: string; email?: string; email_verified?: boolean; name?: string };

export const oidcClient = { clientId: 'bookswap', clientSecret: 'a secret between the two of them' };

export class FakeOidcProvider {
  readonly issuer: string;
  /** Users who can sign in, by their subject. */
  readonly members = new Map<string, OidcMember>();
  /** Claims that replace the true ones in the next ID tokens. */
  forged: Record<string, unknown> | null = null;
  /** Signs the forged ID tokens; null for the provider's own key. */
  signingKey: CryptoKey | null = null;
  readonly #provider: Provider;
  readonly #key: CryptoKey;
  #server: Server | null = null;

  private constructor(issuer: string, provider: Provider, key: CryptoKey) {
    this.issuer = issuer;
    this.#provider = provider;
    this.#key = key;
    provider.use(async (context, next) => {
      await next();
      if (context.path === '/token' && this.forged !== null) await this.#forge(context);
    });
  }

  /** `product`: the address of the product, which the provider redirects to. */
  static async start(product: string): Promise<FakeOidcProvider> {
    const issuer = `http://127.0.0.1:${await freePort()}`;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const members = (sub: string) => fake.members.get(sub);
    const stored = new Map<string, AdapterPayload>();
    const provider = new Provider(issuer, {
      adapter: (kind) => storeIn(stored, kind),
      clients: [
        {
          client_id: oidcClient.clientId,
          client_secret: oidcClient.clientSecret,
          redirect_uris: [`${product}/api/auth/callback/campus`],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'oidc', use: 'sig', alg: 'RS256' }] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...members(sub), sub }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/login/${uid}` },
      pkce: { required: () => true },
      cookies: { keys: ['of the tests'] },
      // No page asks for consent.
      loadExistingGrant: async (context) => {
        const grant = new context.oidc.provider.Grant({
          clientId: context.oidc.client!.clientId,
          accountId: context.oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ttl: { AccessToken: 60, IdToken: 60, Interaction: 600, Session: 600, Grant: 600 },
    });
    const fake = new FakeOidcProvider(issuer, provider, privateKey);
    await fake.open();
    return fake;
  }

  async open(): Promise<void> {
    const answer = this.#provider.callback();
    const server = createServer((request, response) => {
      if (request.url!.startsWith('/login/')) void this.#login(request, response);
      else void answer(request, response);
    });
    await new Promise<void>((resolve) =>
      server.listen(Number(new URL(this.issuer).port), '127.0.0.1', resolve),
    );
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  }

  /** A page with one link for each user, which signs in as that user. */
  async #login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.issuer);
    const member = searchParams.get('as');
    if (member !== null) {
      const result = member === '' ? { error: 'access_denied' } : { login: { accountId: member } };
      return this.#provider.interactionFinished(request, response, result);
    }
    const links = [...this.members.keys(), ''].map(
      (sub) => `<li><a href="${pathname}?as=${sub}">${sub === '' ? 'Cancel' : `I am ${sub}`}</a></li>`,
    );
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>OpenID provider</title><ul>${links.join('')}</ul>`);
  }

  async #forge(context: { body: unknown }): Promise<void> {
    const tokens = context.body as { id_token: string };
    const claims = { ...decodeJwt(tokens.id_token), ...this.forged };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'oidc' })
      .sign(this.signingKey ?? this.#key);
    context.body = { ...tokens, id_token: idToken };
  }
}

/** The provider's store for one kind of object. Its own store prints a warning, and loses entries. */
function storeIn(stored: Map<string, AdapterPayload>, kind: string): Adapter {
  const key = (id: string) => `${kind} ${id}`;
  const one = async (fits: (payload: AdapterPayload) => boolean) => [...stored.values()].find(fits);
  return {
    upsert: async (id, payload) => void stored.set(key(id), payload),
    find: async (id) => stored.get(key(id)),
    findByUid: (uid) => one((payload) => payload.kind === kind && payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void stored.set(key(id), { ...stored.get(key(id)), consumed: 1 }),
    destroy: async (id) => void stored.delete(key(id)),
    async revokeByGrantId(grantId) {
      for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
    },
  };
}
