import type { HistoryEntry, ShownConversation } from './history.ts';

type Sent = Extract<HistoryEntry, { kind: 'sent' }>;
type Placed = Extract<HistoryEntry, { kind: 'acknowledged' | 'delivered' }>;
type Acknowledged = Extract<HistoryEntry, { kind: 'acknowledged' }>;
type Gap = { from: number; to: number };

type Facts = {
  sent: Sent[];
  placed: Placed[];
  /** The first one of each message. */
  acknowledged: Acknowledged[];
  shown: readonly ShownConversation[];
};

type CheckOptions = {
  /**
   * How long after its acknowledgement a message may come to the other clients that are connected. Counted
   * again after the end of what keeps it away.
   */
  maxDelayMs: number;
  /** Parts without which nothing can be delivered. */
  neededParts: readonly string[];
};

/**
 * Whether every message that was sent is acknowledged, is on every client of its conversation exactly once,
 * in one order, and came there in time. Returns what is wrong, one sentence each; no sentence: all is well.
 */
export function checkHistory(
  history: readonly HistoryEntry[],
  shown: readonly ShownConversation[],
  options: CheckOptions,
): string[] {
  const all = history.filter((entry) => entry.kind === 'acknowledged');
  const facts: Facts = {
    sent: history.filter((entry) => entry.kind === 'sent'),
    placed: history.filter((entry) => entry.kind === 'acknowledged' || entry.kind === 'delivered'),
    acknowledged: [...new Map(all.toReversed().map((entry) => [entry.clientId, entry])).values()],
    shown,
  };
  return [
    ...findUnacknowledged(facts),
    ...findLost(facts),
    ...findUnknown(facts),
    ...findDoubled(facts),
    ...findReordered(facts),
    ...findLate(history, facts, options),
  ];
}

const nameOf = ({ clientId, client }: { clientId: string; client: string }) => `${clientId} of ${client}`;

function findUnacknowledged({ sent, acknowledged }: Facts): string[] {
  const known = new Set(acknowledged.map(({ clientId }) => clientId));
  return sent
    .filter(({ clientId }) => !known.has(clientId))
    .map((message) => `never acknowledged: ${nameOf(message)}`);
}

function findLost({ acknowledged, shown }: Facts): string[] {
  return shown.flatMap(({ client, conversationId, clientIds }) => {
    const present = new Set(clientIds);
    return acknowledged
      .filter((message) => message.conversationId === conversationId && !present.has(message.clientId))
      .map((message) => `lost: ${nameOf(message)}, acknowledged by ${message.process}, is not on ${client}`);
  });
}

function findUnknown({ sent, shown }: Facts): string[] {
  const known = new Set(sent.map(({ conversationId, clientId }) => `${conversationId} ${clientId}`));
  return shown.flatMap(({ client, conversationId, clientIds }) =>
    clientIds
      .filter((clientId) => !known.has(`${conversationId} ${clientId}`))
      .map((clientId) => `never sent there: ${clientId} on ${client}`),
  );
}

function findDoubled({ placed, shown }: Facts): string[] {
  const onScreens = shown.flatMap(({ client, clientIds }) =>
    clientIds
      .filter((clientId, index) => clientIds.indexOf(clientId) !== index)
      .map((clientId) => `doubled: ${clientId} on ${client}`),
  );
  const seqs = new Map<string, number>();
  const messages = new Map<string, string>();
  const places = placed.flatMap(({ conversationId, clientId, seq, client }) => {
    const knownSeq = seqs.get(clientId) ?? seq;
    const place = `${conversationId} ${seq}`;
    const knownMessage = messages.get(place) ?? clientId;
    seqs.set(clientId, knownSeq);
    messages.set(place, knownMessage);
    return [
      ...(knownSeq === seq ? [] : [`doubled: ${clientId} has the places ${knownSeq} and ${seq} (${client})`]),
      ...(knownMessage === clientId ? [] : [`one place for two: ${clientId} and ${knownMessage} at ${seq}`]),
    ];
  });
  return [...onScreens, ...places];
}

/** The order is that of `seq` on every client, and the order of sending for the messages of one client. */
function findReordered({ sent, placed, shown }: Facts): string[] {
  const seqOf = new Map(placed.map(({ clientId, seq }) => [clientId, seq]));
  const onScreens = shown.flatMap(({ client, clientIds }) =>
    findDescents(clientIds, seqOf).map((found) => `reordered on ${client}: ${found}`),
  );
  const bySender = Map.groupBy(sent, ({ client, conversationId }) => `${client} in ${conversationId}`);
  const bySending = [...bySender].flatMap(([sender, messages]) =>
    findDescents(
      messages.map(({ clientId }) => clientId),
      seqOf,
    ).map((found) => `not in the order of sending (${sender}): ${found}`),
  );
  return [...onScreens, ...bySending];
}

function findDescents(clientIds: readonly string[], seqOf: ReadonlyMap<string, number>): string[] {
  const known = clientIds.filter((clientId) => seqOf.has(clientId));
  return known.flatMap((clientId, index) => {
    const before = known[index - 1];
    if (before === undefined || before === clientId || seqOf.get(before)! < seqOf.get(clientId)!) return [];
    return [`${clientId} (${seqOf.get(clientId)}) after ${before} (${seqOf.get(before)})`];
  });
}

/** The sender's own client shows the message from the start. */
function findLate(
  history: readonly HistoryEntry[],
  { acknowledged, placed, shown }: Facts,
  { maxDelayMs, neededParts }: CheckOptions,
): string[] {
  const outages = neededParts.flatMap((part) => findOutages(history, part));
  const arrivals = new Map(
    placed
      .filter(({ kind }) => kind === 'delivered')
      .toReversed()
      .map(({ client, clientId, at }) => [`${client} ${clientId}`, at]),
  );
  return shown.flatMap(({ client, conversationId }) => {
    const absences = findAbsences(history, client);
    // What never connects waits for nothing: the database.
    if (absences === null) return [];
    const others = acknowledged.filter(
      (message) => message.conversationId === conversationId && message.client !== client,
    );
    return others.flatMap((message) => {
      const at = arrivals.get(`${client} ${message.clientId}`) ?? Infinity;
      if (at <= dueAt(message.at, maxDelayMs, [...outages, ...absences])) return [];
      return [`late: ${nameOf(message)} came to ${client} after ${Math.round(at - message.at)} ms`];
    });
  });
}

function findOutages(history: readonly HistoryEntry[], part: string): Gap[] {
  const changes = history.filter(
    (entry) => (entry.kind === 'lost' || entry.kind === 'restored') && entry.part === part,
  );
  return toGaps(changes.map(({ at, kind }) => ({ at, isGone: kind === 'lost' })));
}

/** Null for what has never connected. */
function findAbsences(history: readonly HistoryEntry[], client: string): Gap[] | null {
  const changes = history.filter(
    (entry) => (entry.kind === 'connected' || entry.kind === 'disconnected') && entry.client === client,
  );
  if (changes.length === 0) return null;
  const whole = [{ at: -Infinity, isGone: true }];
  return toGaps([...whole, ...changes.map(({ at, kind }) => ({ at, isGone: kind === 'disconnected' }))]);
}

function toGaps(changes: readonly { at: number; isGone: boolean }[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { at, isGone } of changes) {
    const open = gaps.at(-1)?.to === Infinity ? gaps.at(-1) : undefined;
    if (isGone && open === undefined) gaps.push({ from: at, to: Infinity });
    else if (!isGone && open !== undefined) open.to = at;
  }
  return gaps;
}

/** The delay starts again at the end of each gap that begins before it is over. */
function dueAt(from: number, maxDelayMs: number, gaps: readonly Gap[]): number {
  let due = from + maxDelayMs;
  for (const gap of gaps.toSorted((one, other) => one.from - other.from))
    if (gap.from <= due && gap.to >= from) due = Math.max(due, gap.to + maxDelayMs);
  return due;
}
