import {
  buildClerkJSScriptAttributes,
  clerkJSScriptUrl,
  clerkUIScriptUrl,
} from '@clerk/shared/loadClerkJsScript';
import type { BrowserClerk, ClerkOptions } from '@clerk/shared/types';
import { navigate } from 'wouter/use-browser-location';

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
  const go = (to: string) => navigate(to);
  if (!clerk.loaded)
    await clerk.load({
      ui: { ClerkUI },
      signInUrl: '/sign-in',
      signUpUrl: '/sign-up',
      signInForceRedirectUrl: '/',
      signUpForceRedirectUrl: '/',
      afterSignOutUrl: '/',
      routerPush: go,
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

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Clerk did not respond in time')), CLERK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
