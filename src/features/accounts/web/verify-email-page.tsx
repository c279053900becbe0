import { useEffect, useState } from 'react';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { BrandMark } from '#ui/logo.tsx';
import { Shelf } from '#ui/shelf.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ErrorState } from '#ui/state.tsx';
import type { IdentityCalls } from '../contract.ts';
import { useSession, useSessionActions } from './session-context.tsx';
import { useLinkToken } from './use-link-token.ts';

type Outcome = 'confirmed' | 'ended' | 'unreached';

/** `/verify-email`, where the link of a mail leads. It is the page that confirms: what merely looks at links changes nothing. */
export default function VerifyEmailPage() {
  const { outcome, again } = useVerification();
  const session = useSession();
  const known = session.status === 'signed-in' && session.user.emailVerified;
  if (outcome === 'confirmed' || (outcome === 'ended' && known)) return <Confirmed />;
  return (
    <App>
      <Main id="main" className="fillmid" aria-busy={outcome === null}>
        {outcome === null && (
          <p className="soft" role="status">
            Confirming your email…
          </p>
        )}
        {outcome === 'ended' && (
          <ErrorState
            level={1}
            title="This link does not work any more"
            text="It has expired, or it is not complete. Sign in, and have another one sent from your profile."
          />
        )}
        {outcome === 'unreached' && (
          <ErrorState level={1} title="Your email is not confirmed yet" onRetry={again} />
        )}
      </Main>
    </App>
  );
}

const Confirmed = () => (
  <App>
    <Main id="main" className="pad-top">
      <BrandMark />
      <div className="center" role="status">
        <h1>Your email is confirmed</h1>
        <p className="soft small">Thank you: now others can rely on it.</p>
      </div>
      <div className="panel">
        <LinkButton href="/" wide size="tall">
          Continue
        </LinkButton>
      </div>
    </Main>
    <Shelf />
  </App>
);

function useVerification(): { outcome: Outcome | null; again: () => void } {
  const token = useLinkToken();
  const transport = useTransport();
  const { update } = useSessionActions();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === null) return;
    let left = false;
    const settle = (found: Outcome) => {
      if (!left) setOutcome(found);
    };
    client<IdentityCalls>(transport)
      .call('POST /api/auth/verify-email', { body: { token } })
      .then(() => {
        settle('confirmed');
        return update();
      })
      .catch((error: unknown) =>
        settle(error instanceof ApiError && error.status === 400 ? 'ended' : 'unreached'),
      );
    return () => {
      left = true;
    };
  }, [token, transport, update, attempt]);
  return {
    outcome,
    again: () => {
      setOutcome(null);
      setAttempt(attempt + 1);
    },
  };
}
