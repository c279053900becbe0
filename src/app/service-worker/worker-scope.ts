/** Of a service worker's world, what is used here: TypeScript's own description of it does not go together with that of pages. */

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

/** What a page says to the worker. */
export type WorkerMessage =
  /** Somebody has signed out, or is somebody else now. */
  | { type: 'forget' }
  /** A newer worker may take over, if no page of the older version stands open. */
  | { type: 'take-over' };

/** What the worker says to a page. */
export type PageMessage = { type: 'open'; path: string };
