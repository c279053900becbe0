/** The first descriptor that systemd passes on, of `sd_listen_fds`. */
const FIRST_DESCRIPTOR = 3;

/**
 * The listening socket that systemd has opened for this process; null without one. It stays open while the
 * service restarts, so that new connections wait for the next process instead of being refused.
 */
export function findInheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv,
  pid: number,
): number | null {
  return LISTEN_PID === String(pid) && LISTEN_FDS === '1' ? FIRST_DESCRIPTOR : null;
}
