import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Journal = { entries: { idx: number; when: number; tag: string }[] };

/** Adds a migration to a copy of `db/migrations`, after the others. `first`: a line that marks it. */
export function addMigration(folder: string, tag: string, statements: readonly string[], first = ''): void {
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag });
  writeFileSync(file, JSON.stringify(journal));
  const text = statements.map((statement) => `${statement};`).join('\n--> statement-breakpoint\n');
  writeFileSync(join(folder, `${tag}.sql`), `${first}${text}\n`);
}
