import { formatThousands } from '#platform/shared/money.ts';
import { MAX_IMPORT_ROWS } from '../../rules.ts';

/** What to say about an exported file that is longer than an import takes; null: it can be imported. */
export function exportNote(csv: string): string | null {
  // The header and the empty text behind the last line end do not count.
  const rows = csv.split('\r\n').length - 2;
  if (rows <= MAX_IMPORT_ROWS) return null;
  const [found, most] = [rows, MAX_IMPORT_ROWS].map(formatThousands);
  return `The file has ${found} rows. An import takes at most ${most}: split the file to import it.`;
}
