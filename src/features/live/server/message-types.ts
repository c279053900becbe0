import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { authBody, type ClientMessages, type ClientMessageType } from '../contract.ts';
import type { LiveConnection, LiveRegistration } from './live-registration.ts';

type RegisteredType = Exclude<ClientMessageType, 'auth'>;

/** A valid message, with what its feature has registered for it. */
export type ParsedMessage =
  | { type: 'auth'; body: ClientMessages['auth'] }
  | {
      type: RegisteredType;
      body: object;
      limit: ((userId: string) => Promise<void>) | undefined;
      waitsForClient: boolean;
      handle: (connection: LiveConnection, actor: Pick<Actor, 'id'>) => Promise<void> | void;
    };

/** The client messages that features have registered. */
export class MessageTypes {
  readonly #parsers = new Map<string, (message: unknown) => ParsedMessage>();

  /** Throws when a type has been registered before. */
  add(messages: NonNullable<LiveRegistration['messages']>): void {
    for (const type of Object.keys(messages) as RegisteredType[]) this.#add(type, messages);
  }

  names(): string[] {
    return [...this.#parsers.keys()];
  }

  /** Null for a message that is malformed or of an unknown type. */
  parse(message: unknown): ParsedMessage | null {
    try {
      const { type } = message as { type: string };
      if (type === 'auth') return { type, body: authBody.parse(message) };
      return this.#parsers.get(type)?.(message) ?? null;
    } catch {
      return null;
    }
  }

  #add<T extends RegisteredType>(type: T, messages: NonNullable<LiveRegistration['messages']>): void {
    const registration = messages[type];
    if (registration === undefined) return;
    if (this.#parsers.has(type)) throw new Error(`The message ${type} is registered twice`);
    const { schema, limit, waitsForClient = false, handle } = registration;
    this.#parsers.set(type, (message) => {
      const body = schema.parse(message);
      const handleBody = (connection: LiveConnection, actor: Pick<Actor, 'id'>) =>
        handle(connection, actor, body);
      return { type, body, limit, waitsForClient, handle: handleBody };
    });
  }
}
