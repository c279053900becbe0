import { describe, expect, it } from 'vitest';
import { findReconnectDelayMs } from './admit-socket.ts';
import { ReconnectSchedule } from './reconnect-schedule.ts';
import { socketLimits } from './socket-limits.ts';
import { UnauthenticatedConnections } from './unauthenticated-connections.ts';

const SOCKETS = 10_000;
const VERIFIED_AT_ONCE = 4;
const END_MS = 10 * 60_000;

type Client = { ip: string; sentAway: number; backAt: number | null };

/** Ten thousand sockets break at the same moment, and the process verifies so many of them a second. */
function storm(perSecond: number, ipOf: (index: number) => string) {
  const reconnects = new ReconnectSchedule(socketLimits.maxUnauthenticatedAtOnce);
  const unauthenticated = new UnauthenticatedConnections<Client>();
  /** What happens, by the millisecond. */
  const agenda = new Map<number, (() => void)[]>();
  let now = 0;
  const after = (delayMs: number, action: () => void) => {
    const at = now + Math.max(1, Math.ceil(delayMs));
    agenda.set(at, [...(agenda.get(at) ?? []), action]);
  };
  const waiting: Client[] = [];
  let running = 0;
  const verifyNext = () => {
    const client = running < VERIFIED_AT_ONCE ? waiting.shift() : undefined;
    if (client === undefined) return;
    running += 1;
    after((VERIFIED_AT_ONCE * 1_000) / perSecond, () => {
      client.backAt = now;
      unauthenticated.delete(client);
      reconnects.onEnded(now, { succeeded: true, waiting: waiting.length });
      running -= 1;
      verifyNext();
    });
  };
  const connect = (client: Client, isReturning: boolean) => {
    const of = { limits: socketLimits, reconnects, unauthenticated, isProcessFull: false };
    const delayMs = findReconnectDelayMs(of, { now, ip: client.ip, isReturning });
    if (delayMs !== null) {
      client.sentAway += 1;
      return after(delayMs, () => connect(client, true));
    }
    unauthenticated.add(client, client.ip);
    waiting.push(client);
    verifyNext();
    if (waiting.length > 0) reconnects.onWaiting(now);
  };
  const clients = Array.from({ length: SOCKETS }, (_, index): Client => {
    const client: Client = { ip: ipOf(index), sentAway: 0, backAt: null };
    // Clients reconnect as browsers do; golden-ratio steps spread the moments evenly, in no order.
    after(3_000 + 1_000 * ((index * 0.618_034) % 1), () => connect(client, false));
    return client;
  });
  for (; now <= END_MS; now += 1) {
    for (const action of agenda.get(now) ?? []) action();
    agenda.delete(now);
  }
  return {
    back: clients.filter(({ backAt }) => backAt !== null).length,
    lastMs: Math.max(...clients.map(({ backAt }) => backAt ?? Infinity)),
    sentAway: Math.max(...clients.map((client) => client.sentAway)),
  };
}

const aNetworkEach = (index: number) => `10.0.${index >> 8}.${index & 255}`;
const fortyNetworks = (index: number) => `10.0.0.${index % 40}`;
const oneNetwork = () => '192.0.2.1';

describe('ten thousand sockets that break at once', () => {
  it.each([
    { of: 'a network each', ipOf: aNetworkEach, perSecond: 50, seconds: 240 },
    { of: 'a network each', ipOf: aNetworkEach, perSecond: 200, seconds: 60 },
    { of: 'a network each', ipOf: aNetworkEach, perSecond: 1_000, seconds: 40 },
    { of: 'forty networks', ipOf: fortyNetworks, perSecond: 200, seconds: 60 },
    { of: 'forty networks', ipOf: fortyNetworks, perSecond: 1_000, seconds: 40 },
    { of: 'one network', ipOf: oneNetwork, perSecond: 50, seconds: 240 },
    { of: 'one network', ipOf: oneNetwork, perSecond: 200, seconds: 60 },
    { of: 'one network', ipOf: oneNetwork, perSecond: 1_000, seconds: 40 },
  ])(
    'are back and were sent away at most twice: of $of, verified at $perSecond a second',
    ({ ipOf, perSecond, seconds }) => {
      const { back, lastMs, sentAway } = storm(perSecond, ipOf);
      expect(back).toBe(SOCKETS);
      expect(lastMs).toBeLessThan(seconds * 1_000);
      expect(sentAway).toBeLessThanOrEqual(2);
    },
  );
});
