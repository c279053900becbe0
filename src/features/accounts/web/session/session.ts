import { apiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError, type BrowserTransport, type TokenSource } from '#platform/web/transport.ts';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import { type DecodedToken, decodeToken, userFromClaims } from './decode-token.ts';
import {
  clearPrivateStorage,
  claimStorageFor,
  lastUserStore,
  storageOwnerId,
  signedInHint,
} from './device-storage.ts';
import type { TokenProvider } from './token-provider.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** Not `isKnown`: only the token describes `user`, with the identity provider's id, which no row has. */
  | { status: 'signed-in'; user: CurrentUser; isKnown: boolean };

/**
 * The session of this browser. The token is only in memory and renewed on demand; the identity provider keeps the
 * session. A hint without secrets tells whether to request a token, so that visitors cause no request, and notifies
 * other tabs.
 */
export class SessionStore implements TokenSource {
  readonly transport: BrowserTransport;
  readonly #tokenProvider: TokenProvider;
  readonly #onLeft: (endedElsewhere: boolean) => void;
  readonly #listeners = new Set<() => void>();
  #session: Session = { status: 'loading' };
  #token: DecodedToken | null = null;
  /** The `sub` of the current token's user; null while signed out. */
  #subject: string | null = null;
  #tokenRequest: Promise<string | null> | null = null;
  #synced = false;
  readonly #backoff = new RetryBackoff();
  #hasStarted = false;
  /** The socket may learn the end of the session before the sign-out gets its response. */
  #isSigningOut = false;
  /** True if the last request for a token got no response. */
  #isCutOff = false;
  /** The Retry-After of the last request for a token, in seconds. */
  #retryAfter: number | null = null;

  /** `onLeft` drops the data of a user who has signed out or changed. `endedElsewhere`: without their action here. */
  constructor(
    anonymous: BrowserTransport,
    tokenProvider: TokenProvider,
    onLeft: (endedElsewhere: boolean) => void,
  ) {
    this.#tokenProvider = tokenProvider;
    this.transport = anonymous.withTokens(this);
    this.#onLeft = onLeft;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Session => this.#session;

  /** The session as soon as it is known. */
  readonly whenKnown = async (): Promise<Session> => {
    if (this.#session.status === 'loading')
      await new Promise<void>((resolve) => {
        const unsubscribe = this.subscribe(() => {
          unsubscribe();
          resolve();
        });
      });
    return this.#session;
  };

  /** Starts to determine the session, after hydration. May be called again. */
  begin(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    if (signedInHint.read() === null) this.#set({ status: 'signed-out' });
    else void this.#enter();
  }

  readonly followOtherTab = (event: StorageEvent): void => {
    if (!this.#hasStarted || !signedInHint.isChangedBy(event)) return;
    this.#drop();
    if (signedInHint.read() === null) void clearPrivateStorage();
    else void this.#enter();
  };

  /** Starts the session after a sign-in in this tab. Throws if the server rejects the user. */
  readonly entered = async (): Promise<void> => {
    this.#hasStarted = true;
    signedInHint.write();
    this.#token = null;
    const refusal = await this.#enter();
    if (refusal !== null) {
      // Valid at the identity provider but rejected by the server: sign out there, too.
      await this.signOut();
      throw refusal;
    }
    if (this.#session.status !== 'signed-in')
      throw new Error('The session has started, but its token could not be fetched');
  };

  /**
   * Throws if the server could not be reached: the user stays signed in. `endSession`: a request that ends the
   * session otherwise and may fail; then the sign-out only removes the cookie.
   */
  readonly signOut = async (endSession?: () => Promise<unknown>): Promise<void> => {
    this.#isSigningOut = true;
    try {
      await endSession?.();
      const ended = this.#tokenProvider.signOut();
      await (endSession === undefined ? ended : ended.catch(() => {}));
      await this.#leave();
    } finally {
      this.#isSigningOut = false;
    }
  };

  /** Replaces the stored user; without one it is fetched. */
  readonly update = async (user?: CurrentUser): Promise<void> => {
    if (this.#session.status !== 'signed-in') return;
    if (user === undefined) await this.#sync();
    else this.#set({ status: 'signed-in', user, isKnown: true });
  };

  /** A token that is still valid for a while, or null while signed out or while the server is unreachable. */
  async getToken(): Promise<string | null> {
    this.begin();
    if (signedInHint.read() === null && this.#token === null) return null;
    if (this.#token !== null && Date.now() < this.#token.renewAt) return this.#token.text;
    const before = this.#token;
    const token = await this.#requestToken();
    // Repeats a failed sync without awaiting it: the sync needs this token.
    if (this.#token !== before && !this.#synced && this.#session.status !== 'loading') void this.#sync();
    return token;
  }

  readonly lastKnownUser = (): string | null => this.#subject;

  async renewToken(refused: string): Promise<string | null> {
    if (this.#token?.text === refused) this.#token = null;
    const token = await this.getToken();
    return token === refused ? null : token;
  }

  onTokenRejected(): void {
    void this.#leave(true);
  }

  /** Concurrent callers share one request. */
  #requestToken(): Promise<string | null> {
    this.#tokenRequest ??= this.#fetchToken().finally(() => {
      this.#tokenRequest = null;
    });
    return this.#tokenRequest;
  }

  async #fetchToken(): Promise<string | null> {
    const hint = signedInHint.read();
    try {
      const text = await this.#tokenProvider.fetchToken();
      const now = signedInHint.read();
      // A sign-in or sign-out happened meanwhile.
      if (now !== hint) return now === null ? null : await this.#fetchToken();
      if (text === null) {
        await this.#leave(true);
        return null;
      }
      return await this.#adoptToken(decodeToken(text));
    } catch (error) {
      this.#isCutOff = !(error instanceof ApiError);
      this.#retryAfter = error instanceof ApiError ? error.retryAfter : null;
      return null;
    }
  }

  /**
   * Returns null if the session belongs to another user than before, by an emailed link or another tab: a request
   * of one must not be sent as the other.
   */
  async #adoptToken(token: DecodedToken): Promise<string | null> {
    const { sub } = token.claims;
    const wasAnother = this.#subject !== null && this.#subject !== sub;
    if (wasAnother) this.#drop();
    await claimStorageFor(sub);
    this.#subject = sub;
    this.#token = token;
    return wasAnother ? null : token.text;
  }

  /** Determines the user. Returns the server's error if it rejects them. */
  async #enter(): Promise<ApiError | null> {
    await this.#requestToken();
    if (this.#token !== null) {
      // The owner of this device's private data is known: no page waits for the sync, which brings the rest.
      const known = this.#session.status === 'loading' ? lastUserStore.read() : null;
      if (known !== null) this.#set({ status: 'signed-in', user: known, isKnown: true });
      return this.#sync();
    }
    // The server is unreachable, or limits the requests. That signs out no user: the last known one stays, or
    // the session stays unknown and is retried.
    if (this.#session.status !== 'loading') return null;
    const user = this.#isCutOff ? lastUserStore.read() : null;
    if (user === null) this.#tryAgain(this.#retryAfter);
    else {
      this.#subject = storageOwnerId();
      this.#set({ status: 'signed-in', user, isKnown: true });
    }
    return null;
  }

  #tryAgain(seconds: number | null): void {
    this.#backoff.schedule(() => void this.#retrySync(), (seconds ?? 0) * 1000);
  }

  async #retrySync(): Promise<void> {
    if (this.#session.status === 'loading') return void (await this.#enter());
    // A new token starts its own sync.
    const token = await this.getToken();
    if (this.#synced || this.#subject === null) return;
    if (token === null) this.#tryAgain(this.#retryAfter);
    else await this.#sync();
  }

  async #sync(): Promise<ApiError | null> {
    const claims = this.#token?.claims;
    if (claims === undefined) return null;
    this.#synced = true;
    try {
      const body = { email: claims.email, name: claims.name, profileImage: claims.picture };
      const user = await apiClient<AccountEndpoints>(this.transport).call('POST /api/users/sync', {
        body,
      });
      // Signed out meanwhile, or another user.
      if (this.#subject !== claims.sub) return null;
      this.#backoff.reset();
      this.#set({ status: 'signed-in', user, isKnown: true });
      return null;
    } catch (error) {
      // Without a response the connection is lost, or the page is being left.
      const response = error instanceof ApiError ? error : null;
      // oxlint-disable-next-line no-console -- the user sees no error; the console shows the reason
      if (response !== null) console.warn('The account could not be synchronized', response);
      const refusal = response !== null && [403, 409].includes(response.status) ? response : null;
      // Signed out, perhaps by this request.
      if (this.#subject !== claims.sub) return refusal;
      this.#synced = false;
      if (this.#session.status !== 'signed-in') this.#set(sessionFromClaims(claims));
      if (refusal === null) this.#tryAgain(response?.retryAfter ?? null);
      return refusal;
    }
  }

  /** `endedElsewhere`: without an action of the user here. */
  #leave(endedElsewhere = false): Promise<void> {
    signedInHint.clear();
    const cleared = clearPrivateStorage();
    this.#drop(endedElsewhere);
    return cleared;
  }

  #drop(endedElsewhere = false): void {
    const wasHere = this.#session.status === 'signed-in';
    this.#token = null;
    this.#subject = null;
    this.#synced = false;
    this.#backoff.reset();
    this.#set({ status: 'signed-out' });
    if (wasHere) this.#onLeft(endedElsewhere && !this.#isSigningOut);
  }

  #set(session: Session): void {
    this.#session = session;
    // A user described only by the token must not be stored: it would give access to the cached data of
    // another user.
    if (session.status === 'signed-in' && session.isKnown) lastUserStore.write(session.user);
    for (const listener of this.#listeners) listener();
  }
}

/** The last known user, who owns the private data of this device; otherwise the token's. */
function sessionFromClaims(claims: DecodedToken['claims']): Session {
  const lastUser = lastUserStore.read();
  return { status: 'signed-in', user: lastUser ?? userFromClaims(claims), isKnown: lastUser !== null };
}
