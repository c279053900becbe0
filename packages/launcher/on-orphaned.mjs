const POLL_MS = 1000;

/**
 * Calls `stop` once when the process that started this one has died without a signal (`kill -9`, a crash), so
 * that no server runs without an owner. A launcher is at the other end of an IPC channel, which ends with it.
 * npm offers no channel: a process whose parent has died has another parent. Without npm there is no owner,
 * as under `nohup`.
 * @param {() => void} stop
 */
export function onOrphaned(stop) {
  if (process.channel) {
    process.once('disconnect', stop);
    process.channel.unref();
    return;
  }
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}
