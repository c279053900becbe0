import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#platform/web/transport.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { useSessionActions } from '../session/session-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type Props = {
  publishableKey: string;
  way: 'sign-in' | 'sign-up';
  onDone?: (() => void) | undefined;
};

/** Clerk's form in place of ours, with Clerk's styles. Errors before it is mounted are shown by us. */
export function ClerkSignIn({ publishableKey, way, onDone }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { entered } = useSessionActions();
  const enter = useEffectEvent(() => {
    entered().then(
      () => onDone?.(),
      (error: unknown) =>
        setTrouble(error instanceof ApiError ? error.detail : t('accounts.clerk.not-accepted')),
    );
  });
  useEffect(() => {
    let leave: (() => void) | null = null;
    let gone = false;
    const show = async () => {
      // A separate chunk: few installations use Clerk.
      const { loadClerk } = await import('./load-clerk.ts');
      const clerk = await loadClerk(publishableKey);
      const node = place.current;
      if (gone || node === null) return;
      const options = { routing: 'hash', signInUrl: '/sign-in', signUpUrl: '/sign-up' } as const;
      if (way === 'sign-in') clerk.mountSignIn(node, options);
      else clerk.mountSignUp(node, options);
      let isEntering = false;
      const forget = clerk.addListener(({ session }) => {
        if (session?.status !== 'active' || isEntering) return;
        isEntering = true;
        enter();
      });
      leave = () => {
        forget();
        if (way === 'sign-in') clerk.unmountSignIn(node);
        else clerk.unmountSignUp(node);
      };
      setShown(true);
    };
    show().catch(() => {
      if (!gone) setTrouble(t('accounts.clerk.not-reached'));
    });
    return () => {
      gone = true;
      leave?.();
      setShown(false);
    };
  }, [publishableKey, way, attempt]);

  const retry = () => {
    setTrouble(null);
    setAttempt(attempt + 1);
  };
  return (
    <div className={shared.stack}>
      {trouble !== null && (
        <>
          <InlineAlert tone="danger">{trouble}</InlineAlert>
          <Button icon="refresh" onClick={retry}>
            {t('ui.action.retry')}
          </Button>
        </>
      )}
      {trouble === null && !shown && (
        <p className={cx(shared.soft, shared.center)} role="status">
          {t('accounts.clerk.loading')}
        </p>
      )}
      <div ref={place} hidden={trouble !== null} />
    </div>
  );
}
