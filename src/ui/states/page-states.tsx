import type { ReactNode } from 'react';
import { Main } from '../layout/app-shell.tsx';
import { ErrorState, OfflineState } from './empty-state.tsx';

type PageStatesProps = {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Null with a connection, or if the data is cached. */
  onRetryOffline: (() => void) | null;
  skeleton: ReactNode;
  /** Null if there is something under the address, or if that is not known. */
  missing: ReactNode;
  errorTitle: string;
  children?: ReactNode;
};

/** The content of a page that shows one thing while there is none: loading, offline, missing, failed. */
export function PageStates({
  query,
  onRetryOffline,
  skeleton,
  missing,
  errorTitle,
  children,
}: PageStatesProps) {
  const isOffline = onRetryOffline !== null;
  const isMissing = missing !== null;
  return (
    <Main id="main" middle={isMissing || query.isError || isOffline}>
      {isOffline && <OfflineState level={1} onRetry={onRetryOffline} />}
      {query.isPending && !isOffline && skeleton}
      {missing}
      {query.isError && !isMissing && (
        <ErrorState
          level={1}
          title={errorTitle}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {children}
    </Main>
  );
}
