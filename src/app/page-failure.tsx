import { Component, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ERROR } from '#ui/spots.ts';
import { State } from '#ui/state.tsx';

type Props = {
  /** Another address is another try. */
  path: string;
  children: ReactNode;
};

type Failure = { failed: boolean; path: string };

/** A page that cannot be shown (its code did not come, or it failed) says so and offers to try again. */
export class PageFailure extends Component<Props, Failure> {
  override state: Failure = { failed: false, path: this.props.path };

  static getDerivedStateFromProps({ path }: Props, state: Failure): Failure {
    return path === state.path ? state : { failed: false, path };
  }

  static getDerivedStateFromError(): Partial<Failure> {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <App>
        <Main id="main" middle>
          <State
            alert
            level={1}
            spot={ERROR}
            title="This page could not be shown"
            text="Check your connection and try again. What you wrote is kept."
            action={
              <Button icon="refresh" onClick={() => location.reload()}>
                Retry
              </Button>
            }
          />
        </Main>
      </App>
    );
  }
}
