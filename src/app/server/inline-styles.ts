import { createHash } from 'node:crypto';

/** The styles that a document inlines. Bytes, because all documents share them, and their hash for its policy. */
export type InlineStyles = { parts: readonly Buffer[]; hash: string };

export function toInlineStyles(parts: readonly Buffer[]): InlineStyles {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return { parts, hash: hash.digest('base64') };
}

export const noStyles = toInlineStyles([]);
