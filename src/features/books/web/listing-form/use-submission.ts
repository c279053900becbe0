import { useRef } from 'react';
import { useIsLeft } from '#platform/web/navigation/use-is-left.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';

/** Thrown instead of a request that nobody waits for any more. */
export class NotSentError extends Error {}

/**
 * The request of a form, which waits for the connection. Once it is on its way, it outlives the form; while it
 * waits it does not: a listing must not appear hours later. A form that was left before, while its photos were
 * uploading, is sent.
 */
export function useSubmission<Sent, Result>(request: (sent: Sent) => Promise<Result>) {
  const isLeft = useIsLeft();
  const sending = useRef(false);
  const { mutateAsync } = useSingleMutation({
    mutationFn: async ({ sent, isLate }: { sent: Sent; isLate: boolean }) => {
      if (isLeft() && !isLate) throw new NotSentError();
      sending.current = true;
      return request(sent).finally(() => {
        sending.current = false;
      });
    },
  });
  return {
    isLeft,
    isSending: () => sending.current,
    send: (sent: Sent) => mutateAsync({ sent, isLate: isLeft() }),
  };
}
