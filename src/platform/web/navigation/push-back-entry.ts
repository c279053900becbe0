/** An entry of the history that stands for something shown over the page. */
type BackEntry = {
  /** Resolves once the entry is gone: a later navigation does not meet it. */
  remove: () => Promise<void>;
};

const isOnTop = (id: string): boolean => (history.state as { over?: unknown } | null)?.over === id;

/** Adds an entry of the same page to the history: Back calls `onBack` and stays, unless it was removed. */
export function pushBackEntry(onBack: () => void): BackEntry {
  const id = crypto.randomUUID();
  // Not with the router's `pushState`: the page stays the same.
  History.prototype.pushState.call(history, { ...(history.state as object | null), over: id }, '');
  const popped = new AbortController();
  const onPop = () => {
    popped.abort();
    onBack();
  };
  addEventListener('popstate', onPop, { signal: popped.signal });
  return {
    remove: () => {
      const isThere = !popped.signal.aborted;
      popped.abort();
      // Another page may have been opened on top of it.
      if (!isThere || !isOnTop(id)) return Promise.resolve();
      return new Promise((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      });
    },
  };
}
