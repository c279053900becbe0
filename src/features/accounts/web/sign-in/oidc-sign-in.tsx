import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { OIDC_RESULT_PARAM, type OidcSignInError } from '#features/accounts/rules.ts';
import { readPendingIntent, storePendingIntent } from '../session/pending-intent.ts';

/**
 * The link to the university's sign-in, above the form. A plain link: it works before hydration, and leads
 * out of the product.
 */
export function OidcSignIn({ campus, inPlace }: { campus: string; inPlace?: boolean | undefined }) {
  const trouble = useCampusTrouble(campus);
  // A sign-in in place of a page returns to Home, which continues to that page.
  const remember = () => {
    if (inPlace && readPendingIntent() === null)
      storePendingIntent({ kind: 'route', path: location.pathname + location.search });
  };
  return (
    <>
      {trouble && <InlineAlert tone="danger">{trouble}</InlineAlert>}
      <a className="btn quiet wide tall" href="/api/auth/campus" onClick={remember}>
        Continue with {campus}
      </a>
      <p className="or small soft">or with your email</p>
    </>
  );
}

/** Why the university's sign-in failed, as text, after a return from it. */
function useCampusTrouble(campus: string): string | null {
  const outcome = new URLSearchParams(useSearch()).get(OIDC_RESULT_PARAM);
  // The server renders the same page for all users.
  if (!useHydrated() || outcome === null) return null;
  const words: Record<OidcSignInError, string> = {
    cancelled: `You are not signed in: that was cancelled at ${campus}.`,
    expired: 'That took too long, or began in another browser. Please try again.',
    unavailable: `The sign-in of ${campus} cannot be reached at the moment. Please try again in a while.`,
    refused: `The sign-in of ${campus} has not worked. Please try again.`,
    'email-taken': `There is already an account with your email, and ${campus} does not confirm that the email is yours. Please sign in with your password.`,
    'no-email': `${campus} has not told us your email, and an account needs one. Please sign up with your email instead.`,
    barred: 'This email cannot be used to sign up here.',
    busy: 'Many people are signing in right now. Please wait a while and try again.',
  };
  return words[outcome as OidcSignInError] ?? null;
}
