/** A notification of PostgreSQL has less than 8,000 bytes; a character has up to four. */
const CHUNK_CHARACTERS = 1_900;
/** A sender that died in the middle leaves an incomplete text. */
const MAX_INCOMPLETE_TEXTS = 100;

const CHUNK = /^([^ ]+) (\d+)\/(\d+) ([^]*)$/;

/** Divides a text into notifications. `id` is unique to the text. */
export function splitIntoChunks(text: string, id: string): string[] {
  // By characters: half of a surrogate pair is lost on the way.
  const characters = text.length <= CHUNK_CHARACTERS ? [text] : Array.from(text);
  const pieces =
    characters.length === 1
      ? characters
      : Array.from({ length: Math.ceil(characters.length / CHUNK_CHARACTERS) }, (_, index) =>
          characters.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS).join(''),
        );
  return pieces.map((piece, index) => `${id} ${index + 1}/${pieces.length} ${piece}`);
}

/** Returns a function that takes the chunks in their order, and returns each text with its last chunk. */
export function joinChunks(): (chunk: string) => string | null {
  const incomplete = new Map<string, string[]>();
  return (chunk) => {
    const [, id, index, count, piece] = CHUNK.exec(chunk) ?? [];
    if (id === undefined || piece === undefined) return null;
    if (count === '1') return piece;
    const pieces = incomplete.get(id) ?? [];
    incomplete.delete(id);
    // A part is missing: the connection broke in between.
    if (pieces.length + 1 !== Number(index)) return null;
    pieces.push(piece);
    if (index === count) return pieces.join('');
    incomplete.set(id, pieces);
    if (incomplete.size > MAX_INCOMPLETE_TEXTS) incomplete.delete(incomplete.keys().next().value!);
    return null;
  };
}
