const PRIME = 0x01000193;
const START = 0x811c9dc5;

/** Fowler–Noll–Vo (32 bits) of a part of a text; other kinds have other hashes. */
export function hashText(kind: number, text: string, start = 0, end = text.length): number {
  let hash = Math.imul(START ^ kind, PRIME);
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash >>> 0;
}

/** Combines two hashes; their order matters. */
export const combineHashes = (one: number, other: number): number =>
  Math.imul(Math.imul(one, PRIME) ^ other, PRIME) >>> 0;
