import { parseSync } from 'vite';
import type { SourceFile } from './read-source-tree.ts';

/** A node of the parser's tree, as far as every node is the same. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

export function parseSource({ path, text }: Pick<SourceFile, 'path' | 'text'>): SyntaxNode {
  return parseSync(path, text).program as unknown as SyntaxNode;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

/** The nodes directly below a node. */
function childNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

/**
 * Calls `enter` for a node and all nodes below it, parents first. `enter` returns false to leave out what is
 * below.
 */
export function walkTree(
  node: SyntaxNode,
  enter: (node: SyntaxNode, parents: readonly SyntaxNode[]) => boolean | void,
  parents: readonly SyntaxNode[] = [],
): void {
  if (enter(node, parents) === false) return;
  const next = [...parents, node];
  for (const child of childNodes(node)) walkTree(child, enter, next);
}
