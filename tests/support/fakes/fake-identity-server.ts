/** For tests: a server with the two endpoints that a session uses and one that requires a token. */
export class FakeIdentityServer {
  session: { sub: string; name: string } | null = { sub: 's1', name: 'Maya' };
  lifetime = 300;
  down = false;
  /** It is running without its database. */
  unavailable = false;
  syncStatus = 200;
  readonly asked: string[] = [];
  readonly good = new Set<string>();

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method} ${path}`;
    this.asked.push(call);
    if (this.down) throw new TypeError('fetch failed');
    if (this.unavailable)
      return this.#answer(503, { code: 'service-unavailable', detail: 'Not available right now.' });
    if (call === 'POST /api/auth/sign-out') return this.#answer(200, { success: true });
    if (call === 'GET /api/auth/token') {
      if (this.session === null)
        return this.#answer(401, { code: 'sign-in-required', detail: 'Please sign in.' });
      const claims = {
        ...this.session,
        email: 'maya@northfield.edu',
        iat: 1000,
        exp: 1000 + this.lifetime,
        jti: this.asked.length,
      };
      const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
      this.good.add(token);
      return this.#answer(200, { token });
    }
    const bearer = new Headers(init.headers).get('authorization')?.slice(7) ?? '';
    if (!this.good.has(bearer))
      return this.#answer(401, { code: 'invalid-token', detail: 'Your session has ended.' });
    if (call === 'POST /api/users/sync')
      return this.#answer(this.syncStatus, { id: `user-of-${this.session!.sub}`, name: this.session!.name });
    return this.#answer(200, { ok: true });
  };

  count = (call: string) => this.asked.filter((one) => one === call).length;

  #answer(status: number, body: object): Response {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
  }
}

/** A browser storage, for tests. */
export function fakeStorage(): Storage {
  const storage = {} as Record<string, unknown>;
  const method = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(storage, {
    getItem: method((key: string) => storage[key] ?? null),
    setItem: method((key: string, value: string) => void (storage[key] = value)),
    removeItem: method((key: string) => void delete storage[key]),
  }) as unknown as Storage;
}
