/** A message as a sender, a process or a client saw it. */
type MessageEvent = { client: string; conversationId: string; clientId: string };

/** What happened, in the order in which the test saw it. `at`: milliseconds since the start of the test. */
export type HistoryEntry = { at: number } & (
  | ({ kind: 'sent' } & MessageEvent)
  /** The sender was told that the message is stored, by this process. */
  | ({ kind: 'acknowledged'; seq: number; process: string } & MessageEvent)
  /** The message came to a client over its socket; also messages that its user sent. */
  | ({ kind: 'delivered'; seq: number; process: string } & MessageEvent)
  | { kind: 'connected' | 'disconnected'; client: string; process: string }
  /** A part of the cluster went away or came back. */
  | { kind: 'lost' | 'restored'; part: string }
  | ({ kind: 'request' } & RequestResult)
);

export type RequestResult = {
  /** Method and path. */
  name: string;
  /** 0: no response. */
  status: number;
  retryAfter: string | null;
  process: string;
  milliseconds: number;
};

/** What a client shows of a conversation, from the first line to the last; or what the database holds. */
export type ShownConversation = { client: string; conversationId: string; clientIds: readonly string[] };

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

export class History {
  readonly entries: HistoryEntry[] = [];

  record(entry: WithoutTime<HistoryEntry>): void {
    this.entries.push({ at: performance.now(), ...entry });
  }

  ofKind<K extends HistoryEntry['kind']>(kind: K): Extract<HistoryEntry, { kind: K }>[] {
    return this.entries.filter((entry): entry is Extract<HistoryEntry, { kind: K }> => entry.kind === kind);
  }
}
