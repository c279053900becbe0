// Preloaded into a server of the tests (NODE_OPTIONS): its clock goes on from the time that the test sends, in
// milliseconds. What waits for a whole minute of the clock does not wait for the minutes that are left out.
const MINUTE_MS = 60_000;
const SystemDate = Date;
const { setTimeout, clearTimeout } = globalThis;

let offset = 0;
const now = () => SystemDate.now() + offset;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
  apply: () => new SystemDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

/**
 * What is to be done at the next minute, by timer.
 * @type {Map<unknown, () => void>}
 */
const minuteTimers = new Map();

/** @type {(work: (...more: unknown[]) => void, delay?: number, ...more: unknown[]) => NodeJS.Timeout} */
const setAnyTimeout = (work, delay = 1, ...more) => {
  const early = delay - (MINUTE_MS - (now() % MINUTE_MS));
  // A millisecond may pass between the callers' reckoning and this one.
  if (!(early >= 0 && early <= 2)) return setTimeout(work, delay, ...more);
  const run = () => {
    minuteTimers.delete(timer);
    work(...more);
  };
  const timer = setTimeout(run, delay);
  minuteTimers.set(timer, run);
  return timer;
};
globalThis.setTimeout = Object.assign(setAnyTimeout, setTimeout);
globalThis.clearTimeout = (timer) => {
  minuteTimers.delete(timer);
  clearTimeout(timer);
};

process.on('message', (/** @type {{ clock: number }} */ { clock }) => {
  offset = clock - SystemDate.now();
  for (const [timer, run] of minuteTimers) {
    clearTimeout(/** @type {NodeJS.Timeout} */ (timer));
    run();
  }
  process.send?.({ clock });
});
// It keeps no process running.
process.channel?.unref();
