import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import type { Place } from '#platform/web/navigation/place.ts';
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
  | { kind: 'favorite'; bookId: string; title?: string; from: Place }
  | { kind: 'contact'; bookId: string; sellerId: string; title?: string; isOffer?: boolean }
  | { kind: 'route'; path: string }
  | WantIntent
  | { kind: 'add-listing' };

/** Stored privately for this tab: neither another tab that shows Home nor the next user may perform it. */
export const pendingIntent = openDraft('intent', tabDrafts);

export const INTENT_TTL_MS = 30 * MINUTE_MS;

/** Pages that are read before signing in or up. */
const READING_ROUTES = /^\/(help|privacy|terms|imprint|accessibility|transparency)$/;

/** Stores the intent for half an hour. Replaces an earlier one. */
export function storePendingIntent(intent: PendingIntent): void {
  pendingIntent.save({ intent, until: Date.now() + INTENT_TTL_MS });
}

/** Whether one is stored, which may have expired. */
export const hasPendingIntent = (): boolean => pendingIntent.readText() !== null;

/** Call it with every page that a visitor sees. An intent lasts during the sign-in; going back instead drops it. */
export function dropLeftIntent(path: string, isSignInStep: boolean): void {
  if (READING_ROUTES.test(path)) return;
  const stored = (pendingIntent.read() ?? {}) as { intent?: PendingIntent; isSigningIn?: boolean };
  if (stored.intent === undefined) return;
  if (isSignInStep) pendingIntent.save({ ...stored, isSigningIn: true });
  else if (stored.isSigningIn === true) pendingIntent.clear();
}

/** Drops the intent of a visitor who leaves the sign-in. For the whole product, on every page. */
export function useDropLeftIntent(isSignInStep: boolean): void {
  const { status } = useSession();
  const [path] = useLocation();
  useEffect(() => {
    if (status === 'signed-out') dropLeftIntent(path, isSignInStep);
  }, [status, path, isSignInStep]);
}
