import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { OIDC_RESULT_PARAM, type OidcSignInError } from '../../rules.ts';
import { useSession, useSessionActions } from '../session/session-context.tsx';
import shared from '#ui/shared.module.css';

/** `/signed-in`: the return from the university's sign-in. Home follows when the user is known. */
export default function SignInCompletePage() {
  const { status } = useSession();
  const { entered } = useSessionActions();
  const { mutate, isError: failed } = useSingleMutation({ networkMode: 'always', mutationFn: entered });
  useEffect(() => mutate(), [mutate]);
  if (status === 'signed-in') return <Redirect to="/" replace />;
  // There is no session; an unreachable server leaves that unknown.
  if (failed && status === 'signed-out')
    return <Redirect to={`/sign-in?${OIDC_RESULT_PARAM}=${'expired' satisfies OidcSignInError}`} replace />;
  return (
    <AppShell>
      <Main id="main" middle aria-busy={!failed}>
        {failed ? (
          <ErrorState level={1} title={t('accounts.signed-in.failed')} onRetry={() => mutate()} />
        ) : (
          <p className={shared.soft} role="status">
            {t('accounts.signed-in.loading')}
          </p>
        )}
      </Main>
    </AppShell>
  );
}
