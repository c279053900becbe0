import { useEffect } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { BrandMark } from '#ui/layout/logo.tsx';
import { BROWSER_TIME_LOCALE, formatDate } from '#ui/display/format-time.ts';
import { Shelf } from '#ui/layout/shelf.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { ErrorState, EmptyState } from '#ui/states/empty-state.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { EmailLinkEndpoints, CurrentUser } from '../../contract.ts';
import { describeStudentBadge } from '../../student-badge-year.ts';
import { useIdentityConfig, useSession, useSessionActions } from '../session/session-context.tsx';
import { SignInOrUp } from './sign-in-page.tsx';
import { useLinkToken } from './use-link-token.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import signInFrameStyles from './sign-in-frame.module.css';

type Outcome = 'confirmed' | 'ended' | 'of-another' | 'unreached';

/**
 * `/verify-email`, the target of an emailed link. Only a signed-in user verifies the email with it: programs that
 * prefetch links, and the owner of a mailbox with which a stranger signed up, confirm nothing.
 */
export default function VerifyEmailPage() {
  const token = useLinkToken();
  const session = useSession();
  const { kind } = useIdentityConfig();
  if (session.status === 'signed-out')
    return (
      <SignInOrUp
        first="sign-in"
        inPlace
        reason={t(
          kind === 'clerk' ? 'accounts.verify-email.sign-in' : 'accounts.verify-email.sign-in-or-reset',
        )}
      />
    );
  if (token === null || session.status === 'loading') return <Confirming />;
  return <Verification key={session.user.id} token={token} user={session.user} />;
}

function Verification({ token, user }: { token: string; user: CurrentUser }) {
  const { outcome, again } = useVerification(token);
  if (outcome === null) return <Confirming />;
  // A student confirms a verified email again: a link that has ended did nothing.
  const isDone = user.emailVerified && user.studentUntil === null;
  if (outcome === 'confirmed' || (outcome === 'ended' && isDone)) return <Confirmed />;
  return (
    <AppShell>
      <Main id="main" middle>
        {outcome === 'ended' && <Ended studentUntil={user.studentUntil} />}
        {outcome === 'of-another' && <OfAnother email={user.email} />}
        {outcome === 'unreached' && (
          <ErrorState level={1} title={t('accounts.verify-email.not-reached')} onRetry={again} />
        )}
      </Main>
    </AppShell>
  );
}

const Confirming = () => (
  <AppShell>
    <Main id="main" middle aria-busy>
      <p className={shared.soft} role="status">
        {t('accounts.verify-email.loading')}
      </p>
    </Main>
  </AppShell>
);

/** The link of a new account, or of a student who confirms the email again. */
function Ended({ studentUntil }: { studentUntil: string | null }) {
  const now = useNow();
  const badge =
    studentUntil === null
      ? null
      : describeStudentBadge(new Date(studentUntil), now, (date) => formatDate(date, BROWSER_TIME_LOCALE));
  return (
    <EmptyState
      alert
      illustration="error"
      level={1}
      title={t('accounts.verify-email.ended.title')}
      text={
        badge === null
          ? t('accounts.verify-email.ended.text')
          : t('accounts.verify-email.ended.text-of-student', { badge: badge.title })
      }
      action={
        badge === null ? (
          <LinkButton href="/profile">{t('accounts.verify-email.to-profile')}</LinkButton>
        ) : (
          <LinkButton href="/account-settings">{t('accounts.verify-email.to-settings')}</LinkButton>
        )
      }
    />
  );
}

/** The link belongs to another user. The sign-in appears here after a sign-out, and the link still works. */
function OfAnother({ email }: { email: string }) {
  const { signOut } = useSessionActions();
  const leave = () =>
    signOut().catch(() => showErrorToast(t('accounts.sign-out.failed'), t('accounts.error.title')));
  return (
    <EmptyState
      alert
      illustration="error"
      level={1}
      title={t('accounts.verify-email.other-account.title')}
      text={t('accounts.verify-email.other-account.text', { email })}
      action={<Button onClick={() => void leave()}>{t('accounts.sign-out.submit')}</Button>}
    />
  );
}

const Confirmed = () => (
  <AppShell>
    <Main id="main" className={signInFrameStyles.lower}>
      <BrandMark />
      <div className={shared.center} role="status">
        <h1>{t('accounts.verify-email.confirmed.title')}</h1>
        <p className={cx(shared.soft, shared.small)}>{t('accounts.verify-email.confirmed.text')}</p>
      </div>
      <Panel>
        <LinkButton href="/" wide size="tall">
          {t('accounts.verify-email.confirmed.continue')}
        </LinkButton>
      </Panel>
    </Main>
    <Shelf />
  </AppShell>
);

function useVerification(token: string): { outcome: Outcome | null; again: () => void } {
  const api = apiClient<EmailLinkEndpoints>(useTransport());
  const { update } = useSessionActions();
  const { mutate, isSuccess, error } = useSingleMutation({
    networkMode: 'always',
    mutationFn: (link: string) => api.call('POST /api/auth/verify-email', { body: { token: link } }),
    onSuccess: () => void update(),
  });
  useEffect(() => mutate(token), [mutate, token]);
  const failure = error && outcomeOf(error);
  return { outcome: isSuccess ? 'confirmed' : failure, again: () => mutate(token) };
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'unreached';
  if (error.code === 'link-for-other-account') return 'of-another';
  return error.status === 400 ? 'ended' : 'unreached';
}
