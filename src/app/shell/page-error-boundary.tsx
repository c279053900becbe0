import { Component, type ReactNode, useEffect } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ERROR } from '#ui/states/core-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';

type Props = {
  /** Another address is another try. */
  path?: string;
  /** Where else one can go from here. */
  nav?: ReactNode;
  children: ReactNode;
};

type Failure = { failed: boolean; path: string | undefined };

/**
 * A page that cannot be shown (its code did not come, or it failed) says so and offers to try again. Around everything too: what fails
 * without one leaves a blank document.
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

/** Its code may come with the connection; what did not come once is asked for again by a new document alone. */
export function Failed({ nav }: Pick<Props, 'nav'>) {
  useEffect(() => {
    addEventListener('online', loadAgain);
    return () => removeEventListener('online', loadAgain);
  }, []);
  return (
    <AppShell nav={nav !== undefined}>
      <Main id="main" middle>
        <EmptyState
          alert
          level={1}
          illustration={ERROR}
          title={navigator.onLine ? 'This page could not be shown' : 'This page is not on your device yet'}
          text="Check your connection and try again. What you wrote is kept."
          action={
            <Button icon="refresh" onClick={loadAgain}>
              Retry
            </Button>
          }
        />
      </Main>
      {nav}
    </AppShell>
  );
}

const loadAgain = () => location.reload();
