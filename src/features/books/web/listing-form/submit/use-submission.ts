import { useRef } from 'react';
import { useIsLeft } from '#platform/web/navigation/use-is-left.ts';

/** Thrown for a request that waited for the connection when its form was left. */
export class LeftForm extends Error {}

type Submission = {
  isLeft: () => boolean;
  /** The request is on its way: it goes on when the form is left. */
  isSending: () => boolean;
  /**
   * Throws `LeftForm` if the form has been left: a listing must not appear hours later. Not if it was left
   * before (`isLate`), while its photos were uploading.
   */
  send: <T>(request: () => Promise<T>, isLate?: boolean) => Promise<T>;
};

/** The request of a form. Once it is on its way, it outlives the form. */
export function useSubmission(): Submission {
  const isLeft = useIsLeft();
  const sending = useRef(false);
  return {
    isLeft,
    isSending: () => sending.current,
    send: async (request, isLate = false) => {
      if (isLeft() && !isLate) throw new LeftForm();
      sending.current = true;
      try {
        return await request();
      } finally {
        sending.current = false;
      }
    },
  };
}
