import type { Target } from './find-in-page.ts';

/** One private browser: cookies and storage of one person, with one page. */
export interface Tab {
  /** Starts to load a URL; it may be still loading afterwards. */
  load(url: string): Promise<void>;
  /** Back. Nothing is waited for, because a dialog may take it. */
  back(): Promise<void>;
  /** Runs the body of a function in the page, with values that JSON can carry. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Throws while there is no such element, or something covers it. */
  tap(target: Target): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses files in the page's file field. */
  attach(files: readonly string[]): Promise<void>;
  /** PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type Key = 'Escape' | 'Enter' | 'Tab';

export interface Engine {
  name: string;
  /** Debian's packages that it needs and this machine lacks. */
  findMissing(): string[];
  start(): Promise<RunningEngine>;
}

export interface RunningEngine {
  openTab(): Promise<Tab>;
  /** A store of passkeys for all tabs, which accepts its user at once. */
  addAuthenticator?(): Promise<void>;
  stop(): Promise<void>;
}

/** The size of the page in pixels; WebKit's window is never narrower than 447. */
export const PHONE = { width: 447, height: 806 } as const;
