import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { oidcResultParam, type OidcSignInError } from '#features/accounts/rules.ts';
import { readPendingIntent, storePendingIntent } from '../session/pending-intent.ts';

/**
 * The way to the university's own sign-in, above the form. A plain link: it works before the page is alive, and leads to what is no
 * page of ours.
 */
export function OidcSignIn({ campus, inPlace }: { campus: string; inPlace?: boolean | undefined }) {
  const trouble = useCampusTrouble(campus);
  // Whoever signs in in the place of a page comes back Home, and is to find that page.
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

/** How the way there has ended, in words, if it has brought somebody back here. */
function useCampusTrouble(campus: string): string | null {
  const outcome = new URLSearchParams(useSearch()).get(oidcResultParam);
  // The server renders the page the same for everybody.
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
