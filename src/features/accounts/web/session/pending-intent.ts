import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { openDraft, tabDrafts } from '#platform/web/open-draft.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { useSession } from './session-context.tsx';

/** Wanted entries, each an ISBN, a course or words with its limits, and the page that offered them. */
export type WantIntent = {
  kind: 'want';
  wants: readonly (({ isbn: string } | { course: string } | { words: string }) & {
    /** A reserved listing. */
    bookId?: string;
    maxPrice?: number | null;
    minCondition?: 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor' | null;
  })[];
  from: string;
};

/** The action that a visitor requested before signing in. A title is only for its description. */
export type PendingIntent =
  | { kind: 'favorite'; bookId: string; title?: string }
  | { kind: 'contact'; bookId: string; sellerId: string; title?: string; isOffer?: boolean }
  | { kind: 'route'; path: string }
  | WantIntent
  | { kind: 'add-listing' };

type IntentActions = {
  favorite: (intent: { bookId: string; title?: string }) => void;
  contact: (intent: { bookId: string; sellerId: string; isOffer?: boolean }) => void;
  /** The path is on this origin, but may be no page. */
  route: (path: string) => void;
  addListing: () => void;
  /** `from` is a path like that of a route. */
  want: (intent: WantIntent) => void;
};

/**
 * In session storage: another tab showing Home must not perform it. With the private prefix: neither may the
 * next user of this device.
 */
const pending = openDraft('intent', tabDrafts);

const INTENT_TTL_MS = 30 * MINUTE_MS;

/** Pages that are read before signing in or up. */
const READING_ROUTES = /^\/(help|privacy|terms)$/;

/** Stores the intent for half an hour. Replaces an earlier one. */
export function storePendingIntent(intent: PendingIntent): void {
  if (!isSound(intent)) return;
  pending.save({ intent, until: Date.now() + INTENT_TTL_MS });
}

/** Returns the intent unless it has expired, and keeps it. */
export function readPendingIntent(): PendingIntent | null {
  const { intent, until } = (pending.read() ?? {}) as { intent?: PendingIntent; until?: number };
  try {
    // Other scripts or an older version may have written to the browser's storage.
    const good = intent !== undefined && typeof until === 'number' && isSound(intent);
    return good && Date.now() < until && until - Date.now() <= INTENT_TTL_MS ? intent : null;
  } catch {
    return null;
  }
}

/**
 * To call with every page that a visitor sees. An intent lasts while they sign in; going back instead drops
 * it, or it would surprise at a later sign-in.
 */
export function dropLeftIntent(path: string, isSignInStep: boolean): void {
  if (READING_ROUTES.test(path)) return;
  const stored = (pending.read() ?? {}) as { intent?: PendingIntent; isSigningIn?: boolean };
  if (stored.intent === undefined) return;
  if (isSignInStep) pending.save({ ...stored, isSigningIn: true });
  else if (stored.isSigningIn === true) pending.clear();
}

/** Returns and removes the intent, so that it is performed once. */
export function takePendingIntent(): PendingIntent | null {
  const intent = readPendingIntent();
  pending.clear();
  return intent;
}

function isSound(intent: PendingIntent): boolean {
  switch (intent.kind) {
    case 'favorite':
      return isUuid(intent.bookId) && typeof (intent.title ?? '') === 'string';
    case 'contact':
      return isUuid(intent.bookId) && isUuid(intent.sellerId);
    case 'route':
      return typeof intent.path === 'string' && isInside(intent.path);
    case 'add-listing':
      return true;
    // The server checks what it says.
    case 'want':
      return Array.isArray(intent.wants) && typeof intent.from === 'string' && isInside(intent.from);
    default:
      return false;
  }
}

/** Whether the path stays on this origin: one slash, no backslash. Whether it is a page, the router knows. */
function isInside(path: string): boolean {
  if (path.length > 500 || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return false;
  const { host, pathname } = new URL(path, 'http://inside.invalid');
  return host === 'inside.invalid' && !pathname.startsWith('//');
}

/** On Home, performs the stored intent once a user is signed in. */
export function usePendingIntent(actions: IntentActions): void {
  const { status } = useSession();
  const [path] = useLocation();
  const carryOut = useEffectEvent(() => {
    const intent = takePendingIntent();
    if (intent?.kind === 'favorite') actions.favorite(intent);
    else if (intent?.kind === 'contact') actions.contact(intent);
    else if (intent?.kind === 'route') actions.route(intent.path);
    else if (intent?.kind === 'add-listing') actions.addListing();
    else if (intent?.kind === 'want') actions.want(intent);
  });
  useEffect(() => {
    if (status === 'signed-in' && path === '/') carryOut();
  }, [status, path]);
}

/** Drops the intent of a visitor who leaves the sign-in. For the whole product, on every page. */
export function useDropLeftIntent(isSignInStep: boolean): void {
  const { status } = useSession();
  const [path] = useLocation();
  useEffect(() => {
    if (status === 'signed-out') dropLeftIntent(path, isSignInStep);
  }, [status, path, isSignInStep]);
}
