import {
  buildClerkJSScriptAttributes,
  clerkJSScriptUrl,
  clerkUIScriptUrl,
} from '@clerk/shared/loadClerkJsScript';
import type { BrowserClerk, ClerkOptions, SignedInSessionResource } from '@clerk/shared/types';
import { navigate } from 'wouter/use-browser-location';
import { t } from '#platform/shared/texts/t.ts';
import { ApiError } from '#platform/web/transport.ts';

declare global {
  interface Window {
    Clerk?: BrowserClerk;
    __internal_ClerkUICtor?: NonNullable<ClerkOptions['ui']>['ClerkUI'];
  }
}

/** Covers the loading of its scripts and its first response. */
const CLERK_TIMEOUT_MS = 15_000;

let loading: Promise<BrowserClerk> | null = null;

/** Loads Clerk once per document. Throws if that fails, and the next call tries again. */
export function loadClerk(publishableKey: string): Promise<BrowserClerk> {
  loading ??= inTime(load(publishableKey)).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(publishableKey: string): Promise<BrowserClerk> {
  const options = { publishableKey };
  await Promise.all([
    window.Clerk ?? addScript(clerkJSScriptUrl(options), buildClerkJSScriptAttributes(options)),
    window.__internal_ClerkUICtor ?? addScript(clerkUIScriptUrl(options), {}),
  ]);
  const clerk = window.Clerk;
  const ClerkUI = window.__internal_ClerkUICtor;
  if (clerk === undefined || ClerkUI === undefined) throw new Error('Clerk’s scripts did not define Clerk');
  if (!clerk.loaded)
    await clerk.load({
      ui: { ClerkUI },
      signInUrl: '/sign-in',
      signUpUrl: '/sign-up',
      signInForceRedirectUrl: '/',
      signUpForceRedirectUrl: '/',
      afterSignOutUrl: '/',
      routerPush: (to) => navigate(to),
      routerReplace: (to) => navigate(to, { replace: true }),
    });
  return clerk;
}

function addScript(src: string, attributes: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Clerk did not respond in time')), CLERK_TIMEOUT_MS);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** A new token of the user signed in at Clerk, or null. Throws while that cannot be determined. */
export async function fetchClerkToken(publishableKey: string): Promise<string | null> {
  const session = await sessionOf(await loadClerk(publishableKey));
  // Clerk's cache may hold a token that is about to expire.
  return (await session?.getToken({ skipCache: true })) ?? null;
}

export async function signOutOfClerk(publishableKey: string): Promise<void> {
  const clerk = await loadClerk(publishableKey);
  // Prevents Clerk's redirect: the caller navigates.
  await clerk.signOut(() => {});
}

/** Reloads the client if it has no session: another tab may have signed in. Pending tasks: not yet. */
async function sessionOf(clerk: BrowserClerk): Promise<SignedInSessionResource | undefined> {
  if (clerk.session?.status === 'active') return clerk.session;
  const client = await clerk.client?.reload();
  return client?.signedInSessions.find(
    ({ id, status }) => status === 'active' && id === client.lastActiveSessionId,
  );
}

type Refusal = { status?: number; errors?: { code: string; message: string; longMessage?: string }[] };

/** Clerk uses both codes for a wrong current password. */
const wrong = ['form_password_incorrect', 'form_password_validation_failed'];

/** Changes the password at Clerk and ends the other sessions there. Throws ApiErrors. */
export async function changeClerkPassword(
  publishableKey: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { user } = await loadClerk(publishableKey);
  if (!user?.passwordEnabled) {
    const detail = t('accounts.clerk.no-password');
    throw new ApiError(409, { code: 'identity-managed-elsewhere', detail });
  }
  try {
    await user.updatePassword({ currentPassword, newPassword, signOutOfOtherSessions: true });
  } catch (error) {
    const { status = 0, errors: [problem] = [] } = error as Refusal;
    if (problem === undefined) throw error;
    if (wrong.includes(problem.code))
      throw new ApiError(403, {
        code: 'invalid-current-password',
        detail: t('accounts.clerk.wrong-password'),
      });
    throw new ApiError(status, { code: problem.code, detail: problem.longMessage ?? problem.message });
  }
}
