import { createHash } from 'node:crypto';
import type { RemoteFacts } from '../remote/remote-source.ts';
import { type DescribedBook, RECOGNITION_VERSION, recognizeWork } from '../recognition/recognize-work.ts';

/** What is stored of a described book, in listings and in responses of libraries. */
export type StoredRecognition = {
  workKeys: string[];
  editionNumber: number | null;
  recognitionVersion: number;
};

/** Keys are stored as hashes: they are made of what sellers write, have one length, and are only compared. */
export function recognize(book: DescribedBook): StoredRecognition {
  const { keys, edition } = recognizeWork(book);
  return {
    workKeys: keys.map((key) => createHash('sha256').update(key).digest('base64url').slice(0, 16)).toSorted(),
    editionNumber: edition,
    recognitionVersion: RECOGNITION_VERSION,
  };
}

/** The response of a library as it is stored. */
export const toStoredFacts = (facts: RemoteFacts) => ({ ...facts, ...recognizeEdition(facts) });

/** The edition may be in the title or beside it. */
export const recognizeEdition = ({
  title,
  author,
  edition,
}: Pick<RemoteFacts, 'title' | 'author' | 'edition'>): StoredRecognition =>
  recognize({ title: [title, edition].filter(Boolean).join(', '), author });
