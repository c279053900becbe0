/** Runs one task per key at a time; calls during a run are answered by one more run, also when it fails. */
export function serializeByKey(
  task: (key: string) => Promise<void>,
  onError: (error: unknown) => void,
): (key: string) => void {
  const running = new Map<string, { again: boolean }>();
  const run = async (key: string) => {
    const state = { again: true };
    running.set(key, state);
    while (state.again) {
      state.again = false;
      try {
        await task(key);
      } catch (error) {
        onError(error);
      }
    }
    running.delete(key);
  };
  return (key) => {
    const state = running.get(key);
    if (state === undefined) void run(key);
    else state.again = true;
  };
}
