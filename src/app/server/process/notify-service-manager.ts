import { execFile } from 'node:child_process';

const TIMEOUT_MS = 5_000;

/**
 * Tells systemd (`Type=notify`) that the server listens or is about to stop. Node has no datagram sockets of
 * Unix, so systemd's own program sends it. Without systemd it does nothing, and it never fails the server.
 */
export function notifyServiceManager(state: 'ready' | 'stopping'): void {
  if (process.env['NOTIFY_SOCKET'] === undefined) return;
  execFile('systemd-notify', [`--${state}`], { timeout: TIMEOUT_MS }, (error) => {
    if (error !== null) console.error(`systemd did not hear that the server is ${state}: ${error.message}`);
  });
}
