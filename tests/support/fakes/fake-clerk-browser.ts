/** For tests: the part of Clerk's browser script that the product uses. */
import type { BrowserContext } from '@playwright/test';
import { FAKE_CLERK_HOST } from './fake-clerk.ts';

/**
 * Serves the fake scripts in the place of Clerk's. The signed-in user is stored as Clerk does it, for all
 * tabs of the browser; `sign` signs the tokens.
 */
export async function installFakeClerk(context: BrowserContext, sign: () => Promise<string>): Promise<void> {
  const script = (body: string) => ({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body,
  });
  await context.exposeFunction('signLikeClerk', sign);
  await context.route(`https://${FAKE_CLERK_HOST}/npm/@clerk/clerk-js@*/**`, (route) =>
    route.fulfill(script(`(${clerk.toString()})()`)),
  );
  await context.route(`https://${FAKE_CLERK_HOST}/npm/@clerk/ui@*/**`, (route) =>
    route.fulfill(script('window.__internal_ClerkUICtor = class {};')),
  );
}

type Session = { id: string; status: string; getToken(): Promise<string> };
type Client = { signedInSessions: Session[]; lastActiveSessionId: string | null; reload(): Promise<Client> };
type Listener = (resources: { session: Session | null }) => void;

/** Runs in the browser and cannot use any variable of this module. */
function clerk(): void {
  const key = 'clerk stand-in';
  const listeners = new Set<Listener>();
  const { signLikeClerk } = window as unknown as { signLikeClerk: () => Promise<string> };
  const session: Session = { id: 'sess_1', status: 'active', getToken: () => signLikeClerk() };
  const kept = () => (localStorage.getItem(key) === null ? null : session);
  const user = {
    passwordEnabled: true,
    async updatePassword({ currentPassword }: { currentPassword: string }) {
      if (currentPassword === 'correct horse') return;
      const errors = [{ code: 'form_password_incorrect', message: 'is wrong' }];
      throw Object.assign(new Error('refused'), { status: 422, errors });
    },
  };
  const client: Client = {
    get signedInSessions() {
      return kept() === null ? [] : [session];
    },
    get lastActiveSessionId() {
      return kept()?.id ?? null;
    },
    reload: () => Promise.resolve(client),
  };
  const signInAs = (next: Session) => {
    localStorage.setItem(key, next.id);
    stub.session = next;
    for (const listener of listeners) listener({ session: next });
  };
  const stub = {
    loaded: false,
    session: kept(),
    user,
    client,
    async load({ ui }: { ui: { ClerkUI: unknown } }) {
      if (ui.ClerkUI === undefined) throw new Error('Clerk was not configured with UI components');
      stub.loaded = true;
    },
    addListener(listener: Listener) {
      listeners.add(listener);
      if (stub.session !== null) listener({ session: stub.session });
      return () => listeners.delete(listener);
    },
    mount(node: HTMLElement, words: string) {
      const button = document.createElement('button');
      button.className = 'btn wide';
      button.textContent = words;
      button.addEventListener('click', () => signInAs(session));
      node.append(button);
    },
    mountSignIn: (node: HTMLElement) => stub.mount(node, 'Sign in with Clerk'),
    mountSignUp: (node: HTMLElement) => stub.mount(node, 'Sign up with Clerk'),
    unmountSignIn: (node: HTMLElement) => node.replaceChildren(),
    unmountSignUp: (node: HTMLElement) => node.replaceChildren(),
    async signOut() {
      localStorage.removeItem(key);
      stub.session = null;
    },
  };
  (window as unknown as { Clerk: typeof stub }).Clerk = stub;
}
