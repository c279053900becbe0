import { z } from 'zod';

/**
 * What a browser may send over `/ws`, by type. Each feature adds its messages here by declaration merging in
 * its `contract.ts`, and their schemas and handlers with `live.register` on the server.
 */
export interface ClientMessages {
  auth: z.infer<typeof authBody>;
}

/** What the server sends over `/ws`, by type. Features add theirs like those of `ClientMessages`. */
export interface ServerMessages {
  auth_success: object;
  /** `code` says what is wrong; `message` is text. The ids name what the error is about. */
  error: { message: string; code: string; conversationId?: string; clientMessageId?: string };
  /** Events may have been lost: fetch again what is shown. Browsers treat a reconnect like this message. */
  missed: object;
}

export type ClientMessageType = keyof ClientMessages;
export type ServerMessageType = keyof ServerMessages;

/** One message as it is on the wire. */
export type ClientMessage<T extends ClientMessageType = ClientMessageType> = {
  [K in T]: { type: K } & ClientMessages[K];
}[T];
export type ServerMessage<T extends ServerMessageType = ServerMessageType> = {
  [K in T]: { type: K } & ServerMessages[K];
}[T];

export const authBody = z.object({ token: z.string().max(8192) });
