import { ErrorState } from './empty-state.tsx';

type LoadErrorProps = {
  /** The state of a query, as TanStack Query reports it. */
  query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown };
  title: string;
};

/** Replaces what a query could not fetch, below a heading; nothing if there is data. */
export const LoadError = ({ query, title }: LoadErrorProps) =>
  query.isError && query.data === undefined ? (
    <ErrorState level={3} title={title} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  ) : null;
