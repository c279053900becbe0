import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError, type BrowserTransport, type TokenSource } from '#platform/web/transport.ts';
import type { AccountEndpoints, CurrentUser } from '#features/accounts/contract.ts';
import { RetryBackoff } from './retry-backoff.ts';
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
  /**
   * Not `isKnown`: `user` is only what the token says of the person, because the account could not be synchronised yet. Its id is the
   * identity provider's, and nothing of the market has it.
   */
  | { status: 'signed-in'; user: CurrentUser; isKnown: boolean };

/**
 * Who is signed in in this browser. The token lives in memory only and is renewed when somebody needs one; the session itself is
 * the identity provider's. A hint without secrets says whether to ask at all, so that visitors cause no request; it also tells the
 * other tabs.
 */
export class SessionStore implements TokenSource {
  /** Carries calls as whoever is signed in. */
  readonly transport: BrowserTransport;
  readonly #origin: TokenProvider;
  readonly #onLeft: (unasked: boolean) => void;
  readonly #listeners = new Set<() => void>();
  #session: Session = { status: 'loading' };
  #token: DecodedToken | null = null;
  /** As the tokens name them; nobody while nobody is signed in. */
  #person: string | null = null;
  #asking: Promise<string | null> | null = null;
  #synced = false;
  readonly #again = new RetryBackoff();
  #begun = false;
  /** The server did not answer at all when it was last asked for a token. */
  #isCutOff = false;
  /** Seconds after which it wants to be asked for one again, where it said so. */
  #retryAfter: number | null = null;

  /** `onLeft`: somebody has signed out, unasked or not, or is somebody else now; what was fetched for them must go. */
  constructor(anonymous: BrowserTransport, origin: TokenProvider, onLeft: (unasked: boolean) => void) {
    this.#origin = origin;
    this.transport = anonymous.withTokens(this);
    this.#onLeft = onLeft;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Session => this.#session;

  /** After hydration: finds out who is here. May be called again. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    if (signedInHint.read() === null) this.#set({ status: 'signed-out' });
    else void this.#enter();
  }

  /** Another tab has signed in or out. */
  readonly followOtherTab = (event: StorageEvent): void => {
    if (!this.#begun || !signedInHint.isChangedBy(event)) return;
    this.#drop();
    if (signedInHint.read() === null) void clearPrivateStorage();
    else void this.#enter();
  };

  /** A session has just begun in this tab. Resolves when it is known whose; throws when the market does not take them. */
  async entered(): Promise<void> {
    this.#begun = true;
    signedInHint.write();
    this.#token = null;
    const refusal = await this.#enter();
    if (refusal !== null) {
      // Their identity provider knows them, and we do not take them: nobody is signed in, there neither.
      await this.signOut();
      throw refusal;
    }
    if (this.#session.status !== 'signed-in')
      throw new Error('The session has begun, but its token cannot be fetched');
  }

  /** Throws when the server could not be told: then nobody is signed out. */
  async signOut(): Promise<void> {
    await this.#origin.signOut();
    await this.#leave();
  }

  /** The stored user has changed, here or elsewhere. Without one it is fetched. */
  async update(user?: CurrentUser): Promise<void> {
    if (this.#session.status !== 'signed-in') return;
    if (user === undefined) await this.#sync();
    else this.#set({ status: 'signed-in', user, isKnown: true });
  }

  /** A token that is good for a while yet. `null`: nobody is signed in, or the server cannot be reached. */
  async getToken(): Promise<string | null> {
    this.begin();
    if (signedInHint.read() === null && this.#token === null) return null;
    if (this.#token !== null && Date.now() < this.#token.renewAt) return this.#token.text;
    const before = this.#token;
    const token = await this.#ask();
    // A sync that failed is made up for, but not waited for: it needs this very token.
    if (this.#token !== before && !this.#synced && this.#session.status !== 'loading') void this.#sync();
    return token;
  }

  readonly lastKnownUser = (): string | null => this.#person;

  async renewToken(refused: string): Promise<string | null> {
    if (this.#token?.text === refused) this.#token = null;
    const token = await this.getToken();
    return token === refused ? null : token;
  }

  onTokenRejected(): void {
    void this.#leave(true);
  }

  /** Those who need a token at the same time share one request. */
  #ask(): Promise<string | null> {
    this.#asking ??= this.#fetchToken().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #fetchToken(): Promise<string | null> {
    const hint = signedInHint.read();
    try {
      const text = await this.#origin.fetchToken();
      const now = signedInHint.read();
      // Somebody has signed in or out meanwhile.
      if (now !== hint) return now === null ? null : await this.#fetchToken();
      if (text === null) {
        await this.#leave(true);
        return null;
      }
      return await this.#hold(decodeToken(text));
    } catch (error) {
      this.#isCutOff = !(error instanceof ApiError);
      this.#retryAfter = error instanceof ApiError ? error.retryAfter : null;
      return null;
    }
  }

  /**
   * The session may be somebody else's than before: by a link of a mail, at the university, in another tab. What was asked for as the
   * one before is not done as the other.
   */
  async #hold(token: DecodedToken): Promise<string | null> {
    const { sub } = token.claims;
    const wasAnother = this.#person !== null && this.#person !== sub;
    if (wasAnother) this.#drop();
    await claimStorageFor(sub);
    this.#person = sub;
    this.#token = token;
    return wasAnother ? null : token.text;
  }

  /** Answers why the market does not take them, if it does not. */
  async #enter(): Promise<ApiError | null> {
    await this.#ask();
    if (this.#token !== null) return this.#sync();
    // The server cannot be reached, or was asked too often. Whoever is here is not signed out by that: it is who it was, or stays
    // unknown and is asked again.
    if (this.#session.status !== 'loading') return null;
    const user = this.#isCutOff ? lastUserStore.read() : null;
    if (user === null) this.#tryAgain(this.#retryAfter);
    else {
      this.#person = storageOwnerId();
      this.#set({ status: 'signed-in', user, isKnown: true });
    }
    return null;
  }

  #tryAgain(seconds: number | null): void {
    this.#again.schedule(() => void this.#makeUp(), (seconds ?? 0) * 1000);
  }

  /** Whoever is here and could not be asked about is asked about again. */
  async #makeUp(): Promise<void> {
    if (this.#session.status === 'loading') return void (await this.#enter());
    // A new token is synchronised by itself.
    const token = await this.getToken();
    if (this.#synced || this.#person === null) return;
    if (token === null) this.#tryAgain(this.#retryAfter);
    else await this.#sync();
  }

  async #sync(): Promise<ApiError | null> {
    const claims = this.#token?.claims;
    if (claims === undefined) return null;
    this.#synced = true;
    try {
      const body = { email: claims.email, name: claims.name, profileImage: claims.picture };
      const user = await createApiClient<AccountEndpoints>(this.transport).call('POST /api/users/sync', {
        body,
      });
      // Signed out meanwhile, or somebody else now.
      if (this.#person !== claims.sub) return null;
      this.#again.reset();
      this.#set({ status: 'signed-in', user, isKnown: true });
      return null;
    } catch (error) {
      // oxlint-disable-next-line no-console -- the person sees nothing of it; who looks for the reason finds it here
      console.warn('The account could not be synchronised', error);
      const refusal = error instanceof ApiError && [403, 409].includes(error.status) ? error : null;
      // Signed out, perhaps by this very call.
      if (this.#person !== claims.sub) return refusal;
      this.#synced = false;
      if (this.#session.status !== 'signed-in') this.#set(sessionFromClaims(claims));
      if (refusal === null) this.#tryAgain(error instanceof ApiError ? error.retryAfter : null);
      return refusal;
    }
  }

  /** `unasked`: the session has ended elsewhere, nobody here has wanted that. */
  #leave(unasked = false): Promise<void> {
    signedInHint.clear();
    const forgotten = clearPrivateStorage();
    this.#drop(unasked);
    return forgotten;
  }

  #drop(unasked = false): void {
    const wasHere = this.#session.status === 'signed-in';
    this.#token = null;
    this.#person = null;
    this.#synced = false;
    this.#again.reset();
    this.#set({ status: 'signed-out' });
    if (wasHere) this.#onLeft(unasked);
  }

  #set(session: Session): void {
    this.#session = session;
    // A guess must not outlive the session: it would open what is kept on the device as somebody else.
    if (session.status === 'signed-in' && session.isKnown) lastUserStore.write(session.user);
    for (const listener of this.#listeners) listener();
  }
}

/** Who it was here when it was last known, the private things of this device being theirs; else what the token says. */
function sessionFromClaims(claims: DecodedToken['claims']): Session {
  const kept = lastUserStore.read();
  return { status: 'signed-in', user: kept ?? userFromClaims(claims), isKnown: kept !== null };
}
