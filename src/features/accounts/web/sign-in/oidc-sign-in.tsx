import { useSearch } from 'wouter';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { OIDC_RESULT_PARAM, type OidcSignInError } from '../../rules.ts';
import { storePendingIntent } from '../session/pending-intent.ts';
import { readPendingIntent } from '../session/read-intent.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import buttonStyles from '#ui/actions/button.module.css';
import styles from './oidc-sign-in.module.css';

/** The link to the university's sign-in, above the form. A plain link: it leads out of the product. */
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
      <a
        className={cx(buttonStyles.button, buttonStyles.wide)}
        data-size="tall"
        data-variant="quiet"
        href="/api/auth/campus"
        onClick={remember}
      >
        Continue with {campus}
      </a>
      <p className={cx(styles.alternative, shared.small, shared.soft)}>or with your email</p>
    </>
  );
}

/** Why the university's sign-in failed, as text, after a return from it. */
function useCampusTrouble(campus: string): string | null {
  const outcome = new URLSearchParams(useSearch()).get(OIDC_RESULT_PARAM);
  // The server renders the same page for all users.
  if (!useHydrated() || outcome === null) return null;
  const words: Record<OidcSignInError, string> = {
    cancelled: `You aren't signed in: the sign-in at ${campus} was canceled.`,
    expired: 'The sign-in took too long or started in another browser. Please try again.',
    unavailable: `The ${campus} sign-in isn't available right now. Please try again later.`,
    refused: `The ${campus} sign-in failed. Please try again.`,
    'email-taken': `An account with your email already exists, and ${campus} doesn't confirm that the email is yours. Please sign in with your password.`,
    'no-email': `${campus} didn't share your email, and an account needs one. Please sign up with your email instead.`,
    banned: "This email can't be used to sign up.",
    busy: 'Many people are signing in right now. Please try again in a few minutes.',
  };
  return words[outcome as OidcSignInError] ?? null;
}
