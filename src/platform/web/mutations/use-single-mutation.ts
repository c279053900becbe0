import {
  type DefaultError,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';

type SingleMutation<Data, Failure, Variables> = UseMutationResult<Data, Failure, Variables> & {
  /** True as soon as one is called, where `isPending` waits for the next drawing. */
  isRunning: () => boolean;
};

/**
 * `useMutation` for what a tap decides: while one runs, further calls send nothing and share its result.
 * `isPending` alone comes too late for the second of two fast taps.
 */
export function useSingleMutation<Data, Failure = DefaultError, Variables = void>(
  options: UseMutationOptions<Data, Failure, Variables>,
): SingleMutation<Data, Failure, Variables> {
  const mutation = useMutation(options);
  const running = useRef<Promise<Data> | null>(null);
  type Call = UseMutateAsyncFunction<Data, Failure, Variables>;
  const mutateAsync: Call = (...call) => {
    running.current ??= mutation.mutateAsync(...call).finally(() => {
      running.current = null;
    });
    return running.current;
  };
  const mutate: UseMutateFunction<Data, Failure, Variables> = (...call) => {
    // The failure is in the result.
    mutateAsync(...call).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync, isRunning: () => running.current !== null };
}
