/** The caches of a browser, in memory. `maxBytes`: what a response may have. */
export function fakeCaches({ maxBytes = Infinity } = {}) {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      delete: async (key: string) => entries.delete(key),
      put: async (key: string, response: Response) => {
        if ((await response.clone().arrayBuffer()).byteLength > maxBytes)
          throw new DOMException('no room', 'QuotaExceededError');
        entries.set(key, response);
      },
    };
  };
  return {
    open,
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    keys: async () => [...stored.keys()],
  };
}
