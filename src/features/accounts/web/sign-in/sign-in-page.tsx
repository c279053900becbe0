import { type ReactNode, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { Link } from '#ui/actions/link.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { OidcSignIn } from './oidc-sign-in.tsx';
import { ClerkSignIn } from '../clerk/clerk-sign-in.tsx';
import { LanguageForm } from '../language/language-form.tsx';
import { WordingNote } from '../language/wording-note.tsx';
import { describeIntent } from './describe-intent.ts';
import { readPendingIntent, takePendingIntent } from '../session/read-intent.ts';
import { useIdentityConfig, useSession } from '../session/session-context.tsx';
import { SignInForm, SignUpForm } from './credentials-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import shared from '#ui/shared.module.css';
import signInFrameStyles from './sign-in-frame.module.css';
import styles from './sign-in-page.module.css';

export type AuthMode = 'sign-in' | 'sign-up';

export const titles = {
  'sign-in': textId('accounts.sign-in.title'),
  'sign-up': textId('accounts.sign-up.title'),
} as const;

/** The subtitle: what signing in is for, if an intent is pending. Only this device knows it. */
export function useIntentText(way: AuthMode): string {
  const hydrated = useHydrated();
  return (hydrated ? describeIntent(readPendingIntent(), way) : null) ?? t('accounts.sign-in.usual-reason');
}

/** `/sign-in`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignInPage() {
  return (
    <VisitorsOnly>
      <SignInOrUp first="sign-in" />
    </VisitorsOnly>
  );
}

/** `reason`: unless it is the default. */
type SignInOrUpProps = { first: AuthMode; inPlace?: boolean; reason?: string };

/** Sign-in and sign-up as a full page; in place of another page it switches without a navigation. */
export function SignInOrUp({ first, inPlace, reason }: SignInOrUpProps) {
  const [chosen, setChosen] = useState(first);
  const way = inPlace ? chosen : first;
  const whatFollows = useIntentText(way);
  useEffect(() => {
    // The requested page replaces an earlier intent, which would be a surprise later.
    if (inPlace) takePendingIntent();
  }, [inPlace]);
  return (
    <SignInFrame
      title={t(titles[way])}
      text={reason ?? (inPlace ? t('accounts.sign-in.usual-reason') : whatFollows)}
      className={way === 'sign-up' && signInFrameStyles.signUp}
      foot={
        <>
          <Legal way={way} />
          <LanguageForm />
          <WordingNote />
        </>
      }
    >
      <Forms way={way} inPlace={inPlace} onOther={inPlace ? setChosen : undefined} />
    </SignInFrame>
  );
}

type FormsProps = {
  way: AuthMode;
  inPlace?: boolean | undefined;
  onOther?: ((way: AuthMode) => void) | undefined;
  onDone?: () => void;
};

/** The form, and the link to the other one. */
export function Forms({ way, inPlace, onOther, onDone }: FormsProps) {
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
        {rich(way === 'sign-in' ? 'accounts.sign-in.new-here' : 'accounts.sign-up.have-account', {
          link: (label) => (
            <Link
              className={signInFrameStyles.link}
              href={`/${other}`}
              onClick={(event) => {
                if (onOther === undefined) return;
                event.preventDefault();
                onOther(other);
              }}
            >
              {label}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

export function Legal({ way }: { way: AuthMode }) {
  if (way === 'sign-up') {
    return (
      <p className={cx(shared.tiny, shared.soft, shared.center)}>
        {rich('accounts.legal.sign-up', {
          terms: (label) => <Link href="/terms">{label}</Link>,
          privacy: (label) => <Link href="/privacy">{label}</Link>,
        })}
      </p>
    );
  }
  return (
    <p className={cx(shared.tiny, shared.soft, shared.center)}>
      <Link href="/privacy">{t('accounts.legal.privacy')}</Link> ·{' '}
      <Link href="/terms">{t('accounts.legal.terms')}</Link> ·{' '}
      <Link href="/help">{t('accounts.legal.help')}</Link>
    </p>
  );
}

/** A server that does not respond must not leave the page empty. */
const SHOWN_AFTER_MS = 10_000;

/**
 * Redirects users to Home. Where a session may exist it shows nothing before that is known: the style sheet decides
 * by `data-session`, because the document is the same for all.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (status === 'signed-in') return <Redirect to="/" replace />;
  const isKnown = status === 'signed-out' || isLate;
  return (
    <div className={styles.visitor} data-known={isKnown || undefined}>
      {children}
    </div>
  );
}
