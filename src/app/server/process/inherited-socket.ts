/** The first descriptor that systemd passes on, of `sd_listen_fds`. */
const FIRST_DESCRIPTOR = 3;

/** The listening socket of systemd, or null. It stays open in a restart, so that no connection is refused. */
export function findInheritedSocket(
  { LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv,
  pid: number,
): number | null {
  return LISTEN_PID === String(pid) && LISTEN_FDS === '1' ? FIRST_DESCRIPTOR : null;
}
