import { LRUCache } from 'lru-cache';

/** PostgreSQL takes under 8,000 bytes, of which up to 50 are the chunk's place. Sealed characters are one byte. */
const CHUNK_CHARACTERS = 7_900;
/** A text that needs more is not sent. */
export const MAX_CHUNKS = 32;
/** A sender that died in the middle leaves an incomplete text. */
const MAX_INCOMPLETE_TEXTS = 100;

const CHUNK = /^([^ ]{1,40}) (\d{1,2})\/(\d{1,2}) ([^]*)$/;

/** Divides a text into notifications. `id` is unique to the text. */
export function splitIntoChunks(text: string, id: string): string[] {
  const count = Math.max(Math.ceil(text.length / CHUNK_CHARACTERS), 1);
  return Array.from({ length: count }, (_, index) => {
    const piece = text.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS);
    return `${id} ${index + 1}/${count} ${piece}`;
  });
}

/** Returns a function that takes the chunks in their order, and returns each text with its last chunk. */
export function joinChunks(): (chunk: string) => string | null {
  const incomplete = new LRUCache<string, string[]>({ max: MAX_INCOMPLETE_TEXTS });
  return (chunk) => {
    const [, id, index, count, piece] = CHUNK.exec(chunk) ?? [];
    if (id === undefined || piece === undefined) return null;
    if (count === '1') return piece;
    const pieces = incomplete.get(id) ?? [];
    incomplete.delete(id);
    // A part is missing: the connection broke in between. Or anyone has sent it.
    if (pieces.length + 1 !== Number(index) || Number(count) > MAX_CHUNKS) return null;
    pieces.push(piece);
    if (index === count) return pieces.join('');
    incomplete.set(id, pieces);
    return null;
  };
}
