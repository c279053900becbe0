import { execFile } from 'node:child_process';

/** The first descriptor that systemd passes on, of `sd_listen_fds`. */
const FIRST_DESCRIPTOR = 3;

/** The listening socket of systemd, or null. It stays open in a restart, so that no connection is refused. */
export function findInheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv,
  pid: number,
): number | null {
  return LISTEN_PID === String(pid) && LISTEN_FDS === '1' ? FIRST_DESCRIPTOR : null;
}

const TIMEOUT_MS = 5_000;

/** Tells systemd (`Type=notify`), with its own program: Node has no datagram sockets of Unix. Never fails. */
export function notifyServiceManager(state: 'ready' | 'stopping'): void {
  if (process.env['NOTIFY_SOCKET'] === undefined) return;
  execFile('systemd-notify', [`--${state}`], { timeout: TIMEOUT_MS }, (error) => {
    if (error !== null) console.error(`systemd did not hear that the server is ${state}: ${error.message}`);
  });
}
