import type { Cluster } from '#platform/server/markets/provisioning/cluster.ts';
import { inCluster } from '#platform/server/markets/provisioning/cluster.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import type { MarketState } from '#platform/server/markets/market-directory.ts';
import type { Client } from 'pg';

/** What a move keeps between its steps. */
export type MoveState = {
  from: string;
  to: string;
  isOffline: boolean;
  /** What the market returns to: active or paused. */
  wasState: MarketState;
  /** The copy in the source was dropped. */
  isSourceDropped?: boolean;
};

/** One move of a market. */
export type MovePlan = {
  number: number;
  name: string;
  /** Of its database and role, on both servers. */
  database: string;
  /** The role of the market in the target, with its password. */
  targetRole: { role: string; password: string };
  source: Cluster;
  target: Cluster;
  state: MoveState;
};

export const publicationOf = (number: number): string => `bookswap_move_m${number}`;

/** The role by which the target reads the source. */
export const readerOf = (number: number): string => `m${number}_move`;

export const inSource = <T>({ source, number }: MovePlan, work: (session: Client) => Promise<T>) =>
  inCluster(source, databaseOf(number), work);

export const inTarget = <T>({ target, number }: MovePlan, work: (session: Client) => Promise<T>) =>
  inCluster(target, databaseOf(number), work);
