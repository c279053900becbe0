import { Component, type ReactNode, useEffect } from 'react';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';

type Props = {
  /** Another path resets the error. */
  path?: string;
  /** The navigation. */
  nav?: ReactNode;
  children: ReactNode;
};

type Failure = { failed: boolean; path: string | undefined };

/**
 * Shows an error and Retry for a page that cannot be rendered or loaded. It is around the whole product, too,
 * because an uncaught error leaves a blank document.
 */
export class PageErrorBoundary extends Component<Props, Failure> {
  override state: Failure = { failed: false, path: this.props.path };

  static getDerivedStateFromProps({ path }: Props, state: Failure): Failure {
    return path === state.path ? state : { failed: false, path };
  }

  static getDerivedStateFromError(): Partial<Failure> {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Failed nav={this.props.nav} /> : this.props.children;
  }
}

/**
 * Reloads when the server is back, if it was away: a browser may cache a failed import for the lifetime of
 * the document.
 */
export function Failed({ nav }: Pick<Props, 'nav'>) {
  useEffect(() => {
    const backoff = new RetryBackoff();
    let wasAway = false;
    const look = async () => {
      const isThere = await fetch(location.href, { method: 'HEAD' }).then(
        ({ status }) => status < 500,
        () => false,
      );
      if (isThere && wasAway) loadAgain();
      if (isThere) return;
      wasAway = true;
      backoff.schedule(() => void look());
    };
    void look();
    return () => backoff.reset();
  }, []);
  return (
    <AppShell nav={nav !== undefined}>
      <Main id="main" middle>
        <EmptyState
          alert
          level={1}
          illustration="error"
          title={navigator.onLine ? t('app.failed.title') : t('ui.offline.title')}
          text={t('app.failed.text')}
          action={
            <Button icon="refresh" onClick={loadAgain}>
              {t('ui.action.retry')}
            </Button>
          }
        />
      </Main>
      {nav}
    </AppShell>
  );
}

const loadAgain = () => location.reload();
