import pg, { type PoolClient } from 'pg';
import { ARRIVED_JOBS_TARGET, createArrivedJobsTable } from '../jobs/waiting-jobs.ts';
import { BackupError, type BackupManifest } from './archive-format.ts';
import { CopyInto } from './copy-rows.ts';
import { copyTarget, listTables, setPortableFormats } from './database-catalog.ts';

const JOBS = 'jobs';

/** Loads the rows of a backup in the transaction of the client. The members come in the archive's order. */
export class RowLoader {
  readonly #client: PoolClient;
  readonly #manifest: BackupManifest;
  readonly #foreignKeys: ForeignKey[];
  readonly #loaded = new Map<string, number>();
  #open: { source: string; part: number; copy: CopyInto } | null = null;

  /** Throws BackupError if the tables are not those of the backup. */
  static async begin(client: PoolClient, manifest: BackupManifest): Promise<RowLoader> {
    await setPortableFormats(client);
    await throwIfOtherTables(client, manifest);
    await createArrivedJobsTable(client);
    return new RowLoader(client, manifest, await dropForeignKeys(client));
  }

  private constructor(client: PoolClient, manifest: BackupManifest, foreignKeys: ForeignKey[]) {
    this.#client = client;
    this.#manifest = manifest;
    this.#foreignKeys = foreignKeys;
  }

  /** `name`: `tables/TABLE/PART` or `jobs/PART`. */
  async load(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    const source = name.slice(0, name.lastIndexOf('/'));
    const part = Number(name.slice(source.length + 1));
    if (this.#open?.source !== source) {
      await this.endTable();
      this.#open = { source, part: 0, copy: new CopyInto(this.#client, this.#statementFor(source)) };
    }
    if (part !== this.#open.part + 1)
      throw new BackupError(`The backup is damaged: ${name} is out of order.`);
    this.#open.part = part;
    for await (const chunk of content) await this.#open.copy.write(chunk);
  }

  #statementFor(source: string): string {
    if (this.#loaded.has(source)) throw new BackupError(`The backup is damaged: ${source} occurs twice.`);
    if (source === JOBS) return `COPY ${ARRIVED_JOBS_TARGET} FROM STDIN`;
    const table = this.#manifest.tables.find(({ name }) => `tables/${name}` === source);
    if (table === undefined)
      throw new BackupError(`The backup is damaged: it lacks the columns of ${source}.`);
    return `COPY ${copyTarget(table)} FROM STDIN`;
  }

  /** Ends the COPY of the last member. */
  async endTable(): Promise<void> {
    if (this.#open === null) return;
    const { source, copy } = this.#open;
    this.#loaded.set(source, await copy.end());
    this.#open = null;
  }

  /** Ends the COPY after an error, so that the connection can roll back. */
  abort(reason: Error): void {
    this.#open?.copy.abort(reason);
  }

  /** Compares the numbers of rows, and creates the foreign keys again, which checks them. */
  async finish(): Promise<void> {
    await this.endTable();
    for (const { name, rows } of this.#manifest.tables) this.#throwIfOtherCount(`tables/${name}`, rows);
    this.#throwIfOtherCount(JOBS, this.#manifest.jobs);
    for (const { name, lastValue, isCalled } of this.#manifest.sequences)
      await this.#client.query('SELECT setval(to_regclass($1), $2, $3)', [
        pg.escapeIdentifier(name),
        lastValue,
        isCalled,
      ]);
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }

  #throwIfOtherCount(source: string, expected: number): void {
    const loaded = this.#loaded.get(source) ?? 0;
    if (loaded !== expected)
      throw new BackupError(`The backup is damaged: ${source} has ${loaded} rows instead of ${expected}.`);
  }
}

async function throwIfOtherTables(client: PoolClient, manifest: BackupManifest): Promise<void> {
  const own = (await listTables(client)).map(({ name, columns }) => ({ name, columns }));
  const stored = manifest.tables.map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(own) !== JSON.stringify(stored))
    throw new BackupError('The tables of the backup differ from those that its migrations create.');
}

type ForeignKey = { table: string; name: string; definition: string };

/** Rows then arrive in any order. */
async function dropForeignKeys(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}
