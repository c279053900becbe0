import type { EndpointKey } from '#platform/shared/define-endpoints.ts';

/** Endpoints below it share a tree; any other has its own Fastify route. One segment. */
export const COMMON_PREFIX = '/api/';

/** The longest parameter of a path, also in Fastify's own routes. */
export const MAX_PARAM_LENGTH = 200;

export type FoundEndpoint = { key: EndpointKey; params: Record<string, string> };

type Node = {
  fixed: Map<string, Node>;
  param: Node | null;
  /** The endpoint that ends here, and the names of its parameters. */
  end: { key: EndpointKey; names: readonly string[] } | null;
};

const newNode = (): Node => ({ fixed: new Map(), param: null, end: null });

/**
 * Finds endpoints by their paths, as Fastify does: a fixed segment is preferred to a parameter. One tree serves all markets
 * of a process, whereas each Fastify would have a route for each endpoint: half of the heap of a market.
 */
export class EndpointRoutes {
  readonly #methods = new Map<string, Node>();

  constructor(keys: Iterable<EndpointKey>) {
    for (const key of keys) this.#add(key);
  }

  /** 'too-long': a parameter exceeds `MAX_PARAM_LENGTH`. Null: there is no such endpoint. */
  find(method: string, url: string): FoundEndpoint | 'too-long' | null {
    const root = this.#methods.get(method);
    if (root === undefined) return null;
    const segments = toSegments(url);
    if (segments === null) return null;
    const values: string[] = [];
    const end = descend(root, { segments, values }, 0);
    if (end === null) return null;
    if (values.some(({ length }) => length > MAX_PARAM_LENGTH)) return 'too-long';
    return { key: end.key, params: Object.fromEntries(end.names.map((name, at) => [name, values[at]!])) };
  }

  #add(key: EndpointKey): void {
    const space = key.indexOf(' ');
    const method = key.slice(0, space);
    let node = this.#methods.get(method) ?? newNode();
    this.#methods.set(method, node);
    const names: string[] = [];
    for (const segment of key.slice(space + 1 + COMMON_PREFIX.length).split('/')) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.param ??= newNode();
      } else {
        const next = node.fixed.get(segment) ?? newNode();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    if (node.end !== null) throw new Error(`${key} has the path of ${node.end.key}`);
    node.end = { key, names };
  }
}

/** The end of the path in this subtree. Adds the values of its parameters to `values`. */
function descend(
  node: Node,
  path: { segments: readonly string[]; values: string[] },
  at: number,
): Node['end'] {
  const segment = path.segments[at];
  if (segment === undefined) return node.end;
  const fixed = node.fixed.get(segment);
  const found = fixed === undefined ? null : descend(fixed, path, at + 1);
  if (found !== null || node.param === null) return found;
  path.values.push(segment);
  const byParam = descend(node.param, path, at + 1);
  if (byParam === null) path.values.pop();
  return byParam;
}

/** The segments after the prefix, decoded one by one: an encoded slash does not end a segment. Null if one is malformed. */
function toSegments(url: string): string[] | null {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!;
  const segments = path.split('/').slice(1);
  if (!path.includes('%')) return segments.slice(1);
  try {
    return segments.slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The trees of a process: markets with the same endpoints share one. */
export class EndpointTrees {
  readonly #bySet = new Map<string, EndpointRoutes>();

  of(keys: readonly EndpointKey[]): EndpointRoutes {
    const name = keys.join('\n');
    const routes = this.#bySet.get(name) ?? new EndpointRoutes(keys);
    this.#bySet.set(name, routes);
    return routes;
  }
}

/** Whether the tree can hold the path: it is below the prefix, and each segment is fixed or one parameter. */
export const isCommonPath = (path: string): boolean =>
  path.startsWith(COMMON_PREFIX) && /^(?:\/(?::[a-z]+|[^/:*()]+))+$/i.test(path);
