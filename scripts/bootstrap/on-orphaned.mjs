import { readFileSync } from 'node:fs';

const POLL_MS = 1000;

/**
 * Calls `stop` once when whoever started us is gone without a word (`kill -9`, a crash), so that no server is left behind without an
 * owner: a bootstrap of ours is at the other end of a channel, npm is looked after by its process id.
 * @param {() => void} stop
 */
export function onOrphaned(stop) {
  if (process.channel) {
    process.once('disconnect', stop);
    process.channel.unref();
    return;
  }
  const npm = npmProcess();
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (parentOf(npm.child) === npm.pid) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}

/**
 * npm above us, and its child: that is us, or the shell between. Undefined when npm did not start us, or where we cannot look.
 * @returns {{pid: number, child: number} | undefined}
 */
function npmProcess() {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return undefined;
  let child = process.pid;
  let pid = process.ppid;
  if (/^(sh|dash|bash|ash|busybox)$/.test(nameOf(pid))) {
    child = pid;
    pid = parentOf(pid) ?? 0;
  }
  return /^(npm|node|MainThread)/.test(nameOf(pid)) ? { pid, child } : undefined;
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    // "pid (name) state parent …"; the name may hold anything, also brackets.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
