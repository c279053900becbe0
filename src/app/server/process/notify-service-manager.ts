import { execFile } from 'node:child_process';

const TIMEOUT_MS = 5_000;

/** Tells systemd (`Type=notify`), with its own program: Node has no datagram sockets of Unix. Never fails. */
export function notifyServiceManager(state: 'ready' | 'stopping'): void {
  if (process.env['NOTIFY_SOCKET'] === undefined) return;
  execFile('systemd-notify', [`--${state}`], { timeout: TIMEOUT_MS }, (error) => {
    if (error !== null) console.error(`systemd did not hear that the server is ${state}: ${error.message}`);
  });
}
