import { findWarning } from '#features/safety/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Message } from '../contract.ts';

/** A message as it is stored, the same for both participants. */
export type StoredMessage = Omit<Message, 'warning'>;

/** Only the receiver is warned: its sender must not learn what is noticed. */
export const messageForReader = (
  { publicUrl }: Pick<ServerContext, 'publicUrl'>,
  message: StoredMessage,
  readerId: string,
): Message => ({
  ...message,
  warning: message.receiverId === readerId ? findWarning(message.content, publicUrl) : null,
});
