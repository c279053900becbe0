import type { Server } from 'node:http';
import type { App } from '../create-app.ts';
import type { Replacements } from './replacements.ts';

/** A market that can answer. */
export type OpenMarket = {
  readonly app: App;
  /** It never listens: its requests and upgrades are emitted. */
  readonly server: Server;
  /** Whether a request, a socket or an upload is open. */
  isBusy(): boolean;
  /** Resolves when no request has come for a moment, or after `limitMs`. */
  quiet(limitMs: number): Promise<void>;
  drain(): void;
  close(): Promise<void>;
};

/** What a process knows of a market, open or not. */
export type Slot = {
  readonly number: number;
  opened: OpenMarket | null;
  /** The entry that it was opened with, in the parts that need another opening. */
  openedAs: string;
  /** The same of the last attempt, which may have failed. */
  triedAs: string;
  opening: Promise<OpenMarket> | null;
  readonly replacements: Replacements;
  /** What was replaced last closes. */
  ending: Promise<void>;
  waiting: number;
  failures: number;
  retryAt: number;
  usedAt: number;
  holds: number;
};
