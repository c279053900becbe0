import type { Mutation, MutationKey, MutationState, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../transport.ts';

/** No response, or one that says that the server is away for a while. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError ? [502, 503, 504].includes(error.status) : error instanceof TypeError;

/** The pause before a request is sent again. It grows up to the second, and is what the server asks for. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

const pauseAfter = (failures: number, error: unknown): number =>
  Math.max(
    Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS),
    (error instanceof ApiError ? (error.retryAfter ?? 0) : 0) * 1000,
  );

type ResentMutationOptions<T, Result> = {
  mutationKey: MutationKey;
  /** Mutations of one scope are sent one after the other. */
  scope: string;
  send: (variables: T) => Promise<Result>;
  /** Whether sending again may help. */
  isTemporary?: (error: unknown) => boolean;
  onSuccess?: (result: Result) => void;
  onError?: (error: unknown, variables: T) => void;
  state?: MutationState<Result, Error, T>;
};

/** Waits for the connection and is sent until the server answers; not once removed from the cache (sign-out). */
export function createResentMutation<T, Result>(
  queries: QueryClient,
  {
    mutationKey,
    scope,
    send,
    isTemporary = isOutage,
    onSuccess,
    onError,
    state,
  }: ResentMutationOptions<T, Result>,
): Mutation<Result, Error, T> {
  const cache = queries.getMutationCache();
  const isKept = () => cache.getAll().includes(mutation as Mutation);
  const mutation: Mutation<Result, Error, T> = cache.build<Result, Error, T, unknown>(
    queries,
    {
      mutationKey,
      scope: { id: scope },
      gcTime: Infinity,
      mutationFn: async (variables) => {
        if (!isKept()) throw new Error('No longer wanted');
        return send(variables);
      },
      retry: (_, error) => isKept() && isTemporary(error),
      retryDelay: pauseAfter,
      onSuccess: (result) => {
        if (isKept()) onSuccess?.(result);
      },
      onError: (error, variables) => {
        if (isKept()) onError?.(error, variables);
      },
    },
    state,
  );
  return mutation;
}
