// Preloaded into a server of the tests (NODE_OPTIONS): its clock goes on from the time that the test sends, in
// milliseconds. What waits for a whole minute of the clock does not wait for the minutes that are left out.
const MINUTE_MS = 60_000;
const SystemDate = Date;
const { setTimeout, clearTimeout } = globalThis;

let offset = 0;
const now = () => SystemDate.now() + offset;

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }

  static now() {
    return now();
  }
};

/** What is to be done at the next minute, by timer. */
const minuteTimers = new Map();

const setAnyTimeout = (work, delay, ...more) => {
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

process.on('message', ({ clock }) => {
  offset = clock - SystemDate.now();
  for (const [timer, run] of minuteTimers) {
    clearTimeout(timer);
    run();
  }
  process.send({ clock });
});
// It keeps no process running.
process.channel?.unref();
