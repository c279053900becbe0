import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, vi } from 'vitest';
import { Root } from '#app/shell/root.tsx';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { SESSION_HINT_KEY } from '#features/accounts/rules.ts';
import { createQueryClient } from '#platform/web/create-query-client.ts';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { dismissToast, toastStore } from '#ui/overlays/toast-store.ts';
import { type Answers, FakeServer } from './fake-server.ts';
import { FakeSocket } from './fake-socket.ts';
import { quietAnswers } from './quiet-answers.ts';
import { tokenOf } from './sample-data.ts';

configure({
  asyncUtilTimeout: 5_000,
  // Instead of the whole document.
  getElementError: (message) => new Error(`${message} in: ${document.body.textContent.slice(0, 1_500)}`),
});

let current: FakeServer | null = null;
const ending: (() => void)[] = [];

/** What a page that has ended still asks for is never answered. */
globalThis.fetch = (address, init) =>
  current?.fetch(address as string, init) ?? Promise.withResolvers<Response>().promise;
globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;

/** Ends the page that is shown. */
function endScreen(): void {
  // A form that goes with its page, not at it, keeps what was typed for the same user's next sign-in.
  history.replaceState(null, '', '/ended');
  cleanup();
  current = null;
  for (const { id } of toastStore.read()) dismissToast(id);
  for (const end of ending.splice(0)) end();
}

afterEach(() => {
  endScreen();
  setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
  FakeSocket.opened = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As the browser's own events tell it. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  onlineManager.setOnline(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/**
 * Renders the product at a path, as a document without the server's data: pages fetch from a server that
 * answers what the test says. `user`: who is signed in; nobody if it is absent.
 */
export function renderScreen(path: string, { user, ...answers }: Answers & { user?: CurrentUser } = {}) {
  endScreen();
  const server = new FakeServer({
    ...quietAnswers,
    ...(user && { 'GET /api/auth/token': { token: tokenOf(user) }, 'POST /api/users/sync': user }),
    ...answers,
  });
  current = server;
  if (user) localStorage.setItem(SESSION_HINT_KEY, '1');
  else localStorage.removeItem(SESSION_HINT_KEY);
  // Of the advertisement before the listing form.
  sessionStorage.setItem('bookswap:pre-listing-seen', '1');
  history.replaceState(null, '', path);
  const queries = createQueryClient(showErrorToast);
  ending.push(() => {
    queries.clear();
    queries.unmount();
    expect(server.unanswered, 'requests without an answer').toEqual([]);
  });
  render(
    <Root
      queries={queries}
      transport={createBrowserTransport()}
      renderedAt={new Date().toISOString()}
      documentPolicy={null}
      adsense={null}
      identity={{ kind: 'embedded', campus: null }}
    />,
  );
  return { server, queries };
}

/** Waits until the page knows who is signed in. */
export const expectUser = () => screen.findAllByRole('link', { name: 'Profile' });

/** Where the page is. */
export const expectPath = (path: string) =>
  waitFor(() => expect(location.pathname + location.search).toBe(path));

const TOASTS = '[aria-label^="Notifications"]';

/** The newest toast. */
export const currentToast = () => document.querySelector<HTMLElement>(`${TOASTS} li`);

export const expectToast = (text: string | RegExp) =>
  waitFor(() => {
    const toast = currentToast();
    expect(toast?.textContent ?? '').toMatch(text);
    // The region takes no taps until it has counted its first toast.
    expect(toast!.closest<HTMLElement>(TOASTS)!.style.pointerEvents).not.toBe('none');
  });

type Name = string | RegExp;

/** Waits for a control of that accessible name. */
export const control = (role: string, name: Name, inside: HTMLElement = document.body) =>
  within(inside).findByRole(role, { name });

export const press = async (name: Name, inside?: HTMLElement) =>
  userEvent.click(await control('button', name, inside));

export const follow = async (name: Name, inside?: HTMLElement) =>
  userEvent.click(await control('link', name, inside));

/** Replaces the text of the field with that label. */
export async function fill(label: Name, text: string): Promise<HTMLInputElement> {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
  return field;
}

/** Waits for a text, in one element or several. */
export const shows = (text: Name, inside: HTMLElement = document.body) =>
  waitFor(() => {
    const shown = inside.textContent.replaceAll(/\s+/g, ' ');
    if (typeof text === 'string') expect(shown).toContain(text);
    else expect(shown).toMatch(text);
  });

/** Waits until no element contains a text. */
export const hides = (text: string, inside: HTMLElement = document.body) =>
  waitFor(() => expect(inside.textContent).not.toContain(text));

/** Makes the time of `setTimeout` pass, for what is shown. */
export async function pass(milliseconds: number): Promise<void> {
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** From now on timers wait for `pass`; what a test waits for comes all the same. */
export const holdTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
