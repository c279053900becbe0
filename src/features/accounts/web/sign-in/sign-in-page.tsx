import { useEffect, useState } from 'react';
import { Link } from '#ui/actions/link.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { OidcSignIn } from './oidc-sign-in.tsx';
import { ClerkSignIn } from '../clerk/clerk-sign-in.tsx';
import { describeIntent } from './describe-intent.ts';
import { readPendingIntent, takePendingIntent } from '../session/read-intent.ts';
import { useIdentityConfig } from '../session/session-context.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { VisitorsOnly } from './visitors-only.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import signInFrameStyles from './sign-in-frame.module.css';

export type AuthMode = 'sign-in' | 'sign-up';

export const titles = { 'sign-in': 'Sign In', 'sign-up': 'Sign Up' } as const;

const USUAL_REASON = 'Buy and sell with students on your campus.';

/** The subtitle: what signing in is for, if an intent is pending. Only this device knows it. */
export function useIntentText(way: AuthMode): string {
  const hydrated = useHydrated();
  return (hydrated ? describeIntent(readPendingIntent(), way) : null) ?? USUAL_REASON;
}

/** `/sign-in`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignInPage() {
  return (
    <VisitorsOnly>
      <SignInOrUp first="sign-in" />
    </VisitorsOnly>
  );
}

/**
 * Sign-in and sign-up as a full page. In place of another page it switches between the two without a
 * navigation.
 */
export function SignInOrUp({
  first,
  inPlace,
  reason,
}: {
  first: AuthMode;
  inPlace?: boolean;
  /** The reason, unless it is the default. */
  reason?: string;
}) {
  const [chosen, setChosen] = useState(first);
  const way = inPlace ? chosen : first;
  const whatFollows = useIntentText(way);
  useEffect(() => {
    // The requested page replaces an earlier intent, which would be a surprise later.
    if (inPlace) takePendingIntent();
  }, [inPlace]);
  return (
    <SignInFrame
      title={titles[way]}
      text={reason ?? (inPlace ? USUAL_REASON : whatFollows)}
      className={way === 'sign-up' && signInFrameStyles.signUp}
      foot={<Legal way={way} />}
    >
      <Forms way={way} inPlace={inPlace} onOther={inPlace ? setChosen : undefined} />
    </SignInFrame>
  );
}

/** The form, and the link to the other one. */
export function Forms({
  way,
  inPlace,
  onOther,
  onDone,
}: {
  way: AuthMode;
  inPlace?: boolean | undefined;
  onOther?: ((way: AuthMode) => void) | undefined;
  onDone?: () => void;
}) {
  const identity = useIdentityConfig();
  const other = way === 'sign-in' ? 'sign-up' : 'sign-in';
  return (
    <>
      {identity.kind === 'clerk' ? (
        <ClerkSignIn publishableKey={identity.publishableKey} way={way} onDone={onDone} />
      ) : (
        <>
          {identity.campus && <OidcSignIn campus={identity.campus} inPlace={inPlace} />}
          {way === 'sign-in' ? <SignInForm onDone={onDone} /> : <SignUpForm onDone={onDone} />}
        </>
      )}
      <p className={cx(shared.small, shared.soft, shared.center)}>
        {way === 'sign-in' ? 'New here? ' : 'Already have an account? '}
        <Link
          className={signInFrameStyles.link}
          href={`/${other}`}
          onClick={(event) => {
            if (onOther === undefined) return;
            event.preventDefault();
            onOther(other);
          }}
        >
          {titles[other]}
        </Link>
      </p>
    </>
  );
}

export function Legal({ way }: { way: AuthMode }) {
  if (way === 'sign-up') {
    return (
      <p className={cx(shared.tiny, shared.soft, shared.center)}>
        By signing up you accept the <Link href="/terms">Terms</Link> and have read our{' '}
        <Link href="/privacy">Privacy Policy</Link>.
      </p>
    );
  }
  return (
    <p className={cx(shared.tiny, shared.soft, shared.center)}>
      <Link href="/privacy">Privacy</Link> · <Link href="/terms">Terms</Link> ·{' '}
      <Link href="/help">Help &amp; Support</Link>
    </p>
  );
}
