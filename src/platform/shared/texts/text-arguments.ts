import type { ReactNode } from 'react';

/**
 * The arguments of each text by its id; null for a text without any. The file `arguments.ts` beside each
 * catalogue extends it.
 */
export interface TextArguments {}

/** Puts an element around a part of a text: `<b>…</b>` in the catalogue. An empty tag is the place of an element. */
export type Tag = (children: ReactNode) => ReactNode;
