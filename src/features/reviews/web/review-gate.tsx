import type { ReactNode } from 'react';
import { ConfirmEmailNote, useUnconfirmedUser } from '#features/accounts/web/lazy.ts';

/** `children` for users who may write reviews; others see what they need first. */
export function ReviewGate({ children }: { children: ReactNode }) {
  return useUnconfirmedUser() === null ? (
    children
  ) : (
    <ConfirmEmailNote>Confirm your email address before you write reviews.</ConfirmEmailNote>
  );
}
