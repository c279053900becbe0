import type { z } from 'zod';
import type { EventBus, Topic } from '#platform/server/events/event-bus.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { ClientMessages, ClientMessageType, ServerMessage } from '../contract.ts';
import { paceByGroup } from '#platform/server/concurrency/pace-by-group.ts';
import { throttleByKey } from '#platform/server/concurrency/throttle-by-key.ts';

/** The connection that a message came over. */
export type LiveConnection = {
  readonly ip: string;
  readonly isOpen: boolean;
  send(message: ServerMessage): void;
  /** Resolves when what was sent has left this process. */
  drained(): Promise<void>;
};

/** A client message of a feature: how it is validated, how often one user may send it, and what it does. */
type MessageRegistration<T extends ClientMessageType> = {
  schema: z.ZodType<ClientMessages[T]>;
  /** Counts a message of the user, over all of their connections. Throws 'too-many-requests'. */
  limit?: (userId: string) => Promise<void>;
  /** It waits for the client to read: it takes turns itself, for what it reads of the database. */
  waitsForClient?: true;
  /** What it throws becomes an `error` that names the message. */
  handle: (
    connection: LiveConnection,
    actor: Pick<Actor, 'id'>,
    message: ClientMessages[T],
  ) => Promise<void> | void;
};

export const everyUser: unique symbol = Symbol('every connected user');

/** One message to the connections of one user, of every user, or of a role of the team, of this process. */
export type LiveFrame = {
  to: string | typeof everyUser | { role: StaffRole };
  message: ServerMessage;
  /** Closes the connections after the message. */
  closeReason?: string;
  /** Only to the connections of these sessions, which are closed. */
  sessionIds?: ReadonlySet<string>;
};

/** Follows one topic of the event bus; returns what ends that. Made by `forwardTopic` and `followTopic`. */
type TopicRegistration = (
  events: Pick<EventBus, 'subscribe'>,
  deliver: (frame: LiveFrame) => void,
) => () => void;

export type LiveRegistration = {
  messages?: { [T in Exclude<ClientMessageType, 'auth'>]?: MessageRegistration<T> };
  topics?: readonly TopicRegistration[];
};

type Throttle<Payload> = {
  /** The key of an event. The first event of a key is sent at once, later ones at most every `intervalMs`. */
  key: (payload: Payload) => string;
  intervalMs: number;
  /** The events of a group follow each other at this pace. */
  group: (payload: Payload) => string;
  pace: { burst: number; intervalMs: number };
};

/** Turns each event of a topic, from any process, into frames for the users who are connected here. */
export function forwardTopic<Payload>(
  topic: Topic<Payload>,
  toFrames: (payload: Payload) => readonly LiveFrame[],
  throttle?: Throttle<Payload>,
): TopicRegistration {
  return (events, deliver) => {
    const forward = (payload: Payload) => {
      for (const frame of toFrames(payload)) deliver(frame);
    };
    if (throttle === undefined) return events.subscribe(topic, forward);
    const { key, group } = throttle;
    const paced = paceByGroup(throttle.pace, forward);
    const throttled = throttleByKey(throttle.intervalMs, (payload: Payload) =>
      paced.push(group(payload), key(payload), payload),
    );
    const unsubscribe = events.subscribe(topic, (payload) => throttled.push(key(payload), payload));
    return () => {
      unsubscribe();
      throttled.stop();
      paced.stop();
    };
  };
}

/** Calls the listener for each event while the socket server is open. */
export const followTopic =
  <Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void): TopicRegistration =>
  (events) =>
    events.subscribe(topic, listener);
