import {
  type DefaultError,
  hashKey,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

type SingleMutation<Data, Failure, Variables> = UseMutationResult<Data, Failure, Variables> & {
  /** True as soon as one is called, where `isPending` waits for the next rendering. */
  isRunning: () => boolean;
};

/**
 * A mutation for what a tap decides: while one runs, further calls send nothing and share its result.
 * `isPending` alone comes too late for the second of two fast taps.
 */
export const useSingleMutation = <Data, Failure = DefaultError, Variables = void>(
  options: UseMutationOptions<Data, Failure, Variables>,
): SingleMutation<Data, Failure, Variables> => useSharedMutation(options, keyOfAll);

type OrderedMutationOptions<Data, Failure, Variables> = UseMutationOptions<Data, Failure, Variables> & {
  /** Calls of one scope wait for each other in all components. */
  scope: { id: string };
};

/**
 * A mutation for choices that can change before the server has answered: each is sent after the previous one, so
 * that the last one wins. A call that repeats the previous one while it runs sends nothing and shares its result.
 */
export const useOrderedMutation = <Data, Failure = DefaultError, Variables = void>(
  options: OrderedMutationOptions<Data, Failure, Variables>,
): SingleMutation<Data, Failure, Variables> => useSharedMutation(options, keyOfVariables);

const keyOfAll = (): string => '';
const keyOfVariables = (variables: unknown): string => hashKey([variables]);

/** A call shares the result of the previous one if that still runs and has the same key. */
function useSharedMutation<Data, Failure, Variables>(
  options: UseMutationOptions<Data, Failure, Variables>,
  keyOf: (variables: unknown) => string,
): SingleMutation<Data, Failure, Variables> {
  const mutation = useMutation(options);
  const { mutateAsync: send } = mutation;
  const previous = useRef<{ key: string; result: Promise<Data> } | null>(null);
  type Call = UseMutateAsyncFunction<Data, Failure, Variables>;
  const mutateAsync: Call = useCallback(
    (...call) => {
      const key = keyOf(call[0]);
      if (previous.current?.key !== key) {
        const result = send(...call).finally(() => {
          if (previous.current?.result === result) previous.current = null;
        });
        previous.current = { key, result };
      }
      return previous.current.result;
    },
    [send, keyOf],
  );
  const mutate: UseMutateFunction<Data, Failure, Variables> = useCallback(
    (...call) => {
      // The failure is in the result.
      mutateAsync(...call).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync, isRunning: () => previous.current !== null };
}
