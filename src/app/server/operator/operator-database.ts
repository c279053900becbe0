import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

type Queries = Pick<Pool, 'query'>;

export const LINK_MINUTES = 15;
export const SESSION_HOURS = 12;

/** `origin`: of the operators' page. */
export const toLink = (origin: string, token: string): string => `${origin}/operator/sign-in?token=${token}`;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const newSecret = () => randomBytes(32).toString('base64url');
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Returns what the link contains. It works once, within 15 minutes. */
export async function createLink(control: Queries, email: string, now: Date): Promise<string> {
  const secret = newSecret();
  await control.query('DELETE FROM control.operator_links WHERE expires_at < $1', [now]);
  await control.query('INSERT INTO control.operator_links (hash, email, expires_at) VALUES ($1, $2, $3)', [
    hashOf(secret),
    email.toLowerCase(),
    after(now, LINK_MINUTES * MINUTE_MS),
  ]);
  return secret;
}

/** The email of the link, which is used up; null if it is no link, or was used, or is too old. */
export async function useLink(control: Queries, secret: string, now: Date): Promise<string | null> {
  const { rows } = await control.query<{ email: string; expiresAt: Date }>(
    'DELETE FROM control.operator_links WHERE hash = $1 RETURNING email, expires_at AS "expiresAt"',
    [hashOf(secret)],
  );
  return rows[0] !== undefined && rows[0].expiresAt > now ? rows[0].email : null;
}

/** Returns what the cookie contains. */
export async function createSession(control: Queries, email: string, now: Date): Promise<string> {
  const secret = newSecret();
  await control.query('DELETE FROM control.operator_sessions WHERE expires_at < $1', [now]);
  await control.query('INSERT INTO control.operator_sessions (hash, email, expires_at) VALUES ($1, $2, $3)', [
    hashOf(secret),
    email,
    after(now, SESSION_HOURS * HOUR_MS),
  ]);
  return secret;
}

/** The email of the session; null if it has ended. */
export async function findSession(control: Queries, secret: string, now: Date): Promise<string | null> {
  const { rows } = await control.query<{ email: string }>(
    'SELECT email FROM control.operator_sessions WHERE hash = $1 AND expires_at > $2',
    [hashOf(secret), now],
  );
  return rows[0]?.email ?? null;
}

export const endSession = (control: Queries, secret: string) =>
  control.query('DELETE FROM control.operator_sessions WHERE hash = $1', [hashOf(secret)]);

export type StateChange = { market: number; state: 'active' | 'paused'; reason: string | null; by: string };

/** 'busy': a command works on the market, or it is being moved or deleted. */
export async function setMarketState(
  control: Queries,
  { market, state, reason, by }: StateChange,
  now: Date,
): Promise<'done' | 'busy' | 'missing'> {
  const { rows } = await control.query<{ answer: 'done' | 'busy' | 'missing' }>(
    'SELECT control.set_market_state($1, $2, $3, $4, $5) AS answer',
    [market, state, reason, by, now],
  );
  return rows[0]!.answer;
}

export type MarketRequest = {
  name: string;
  host: string;
  cell: string;
  settings: Readonly<Record<string, string>>;
};

/** False: a market or another request has the name or the host. */
export async function requestMarket(
  control: Queries,
  { name, host, cell, settings }: MarketRequest,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await control.query(
    `INSERT INTO control.requests (name, host, cell, settings, asked_by, asked_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [name, host, cell, JSON.stringify(settings), by, now],
  );
  return rowCount === 1;
}

/** Takes a request back that the command has not carried out. */
export const dropRequest = (control: Queries, id: number) =>
  control.query('DELETE FROM control.requests WHERE id = $1 AND ended_at IS NULL', [id]);

export type OpenRequest = MarketRequest & { id: number; askedAt: Date; error: string | null };

export async function listOpenRequests(control: Queries): Promise<OpenRequest[]> {
  const { rows } = await control.query<OpenRequest>(
    `SELECT id, name, host, cell, settings, asked_at AS "askedAt", error
     FROM control.requests WHERE ended_at IS NULL ORDER BY id`,
  );
  return rows;
}

/** What the directory in memory does not have. */
export type MarketFacts = {
  stateSince: Date;
  createdAt: Date;
  /** Who paused it on the page. */
  pausedBy: string | null;
  /** The command that is in the middle of something with it. */
  working: string | null;
};

export async function readMarketFacts(control: Queries): Promise<Map<number, MarketFacts>> {
  const { rows } = await control.query<MarketFacts & { number: number }>(
    `SELECT m.number, state_since AS "stateSince", created_at AS "createdAt",
       (SELECT o.state ->> 'by' FROM control.operations o
        WHERE o.market = m.number AND kind = 'pause' AND ended_at = state_since ORDER BY id DESC LIMIT 1) AS "pausedBy",
       (SELECT kind FROM control.operations o WHERE o.market = m.number AND ended_at IS NULL) AS working
     FROM control.markets m WHERE deleted_at IS NULL`,
  );
  return new Map(rows.map(({ number, ...facts }) => [number, facts]));
}

export async function listCellNames(control: Queries): Promise<string[]> {
  const { rows } = await control.query<{ name: string }>('SELECT name FROM control.cells ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Names of markets, and hosts with the names of their markets, also of deleted ones. */
export async function listTaken(
  control: Queries,
): Promise<{ names: ReadonlySet<string>; hosts: ReadonlyMap<string, string> }> {
  const { rows } = await control.query<{ name: string; hosts: string[]; isDeleted: boolean }>(
    `SELECT name, deleted_at IS NOT NULL AS "isDeleted",
       ARRAY(SELECT host FROM control.market_hosts h WHERE h.market = m.number) AS hosts FROM control.markets m
     UNION ALL SELECT name, false, ARRAY[host] FROM control.requests WHERE ended_at IS NULL`,
  );
  return {
    names: new Set(rows.flatMap(({ name, isDeleted }) => (isDeleted ? [] : [name]))),
    hosts: new Map(rows.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const))),
  };
}
