/**
 * The types of a service worker that are used here: TypeScript's library for workers conflicts with that for
 * pages.
 */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
};

export type WindowClient = {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};

type WorkerEvents = {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { readonly data: unknown };
  push: ExtendableEvent & { readonly data: { text(): string } | null };
  notificationclick: ExtendableEvent & { readonly notification: Notification };
  pushsubscriptionchange: ExtendableEvent & { readonly oldSubscription?: PushSubscription | null };
};

type WorkerScope = {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
};

export const worker = globalThis as unknown as WorkerScope;

/** Messages from a page to the worker. */
export type WorkerMessage =
  /** The user has signed out or changed. */
  | { type: 'forget' }
  /** A newer worker may take over, if no page of an older version is open. */
  | { type: 'take-over' };

/** Messages from the worker to a page. */
export type PageMessage = { type: 'open'; path: string };
