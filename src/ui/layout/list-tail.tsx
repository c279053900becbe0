import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { useNearViewport } from './use-near-viewport.ts';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';

type ListTailProps = {
  /** The state of an endless list, as TanStack Query reports it. */
  list: { isFetchNextPageError: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  errorText: string;
  children: ReactNode;
};

/** Requests the next page before it is in view; waits after a failure. A `key` per page keeps rows in place. */
export function ListTail({ list, errorText, children }: ListTailProps) {
  const failed = list.isFetchNextPageError;
  const requestPage = () => void list.fetchNextPage();
  const tail = useNearViewport<HTMLDivElement>(requestPage, {
    enabled: !failed && !list.isFetchingNextPage,
  });
  return (
    <div ref={tail} className={shared.center}>
      {failed ? (
        <p role="alert" className={cx(shared.small, shared.soft)}>
          {errorText}{' '}
          <Button variant="quiet" size="slim" icon="refresh" onClick={requestPage}>
            Retry
          </Button>
        </p>
      ) : (
        children
      )}
    </div>
  );
}
