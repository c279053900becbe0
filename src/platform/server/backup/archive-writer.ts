import { createHash } from 'node:crypto';
import { link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { syncDirectory } from '../durable-files.ts';
import { BackupError, SIGNATURE_MEMBER, SUMS_MEMBER } from './archive-format.ts';

const FILE_MODE = 0o600;

/** What a file system of no links responds: that of a memory stick, or of a Windows share. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Writes `FILE.partial`, which becomes `FILE` when it is complete and on disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #createdAt: Date;
  #sums = '';
  #isComplete = false;

  /** Throws BackupError if one of the two files exists. */
  static async create(file: string, createdAt: Date): Promise<ArchiveWriter> {
    await throwIfThere(file);
    const handle = await open(partialOf(file), 'wx', FILE_MODE).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST')
        throw new BackupError(
          `${partialOf(file)} exists: another backup is writing it, or one was interrupted. If none runs, delete it.`,
        );
      throw new BackupError(`${file} cannot be written (${error.code}).`, { cause: error });
    });
    return new ArchiveWriter(file, handle, createdAt);
  }

  private constructor(file: string, handle: FileHandle, createdAt: Date) {
    this.#file = file;
    this.#handle = handle;
    this.#createdAt = createdAt;
    this.#written = pipeline(
      this.#pack as unknown as NodeJS.ReadableStream,
      createGzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await handle.appendFile(chunk);
      },
    );
    // `add` and `finish` report it.
    this.#written.catch(() => undefined);
  }

  async add(name: string, content: Buffer): Promise<void> {
    this.#sums += `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
    await this.#addMember(name, content);
  }

  async #addMember(name: string, content: Buffer): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: content.length, mode: FILE_MODE, mtime: this.#createdAt };
      this.#pack.entry(header, content, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([added, this.#written]);
  }

  /** `sign` takes the SHA-256 of the sums, as hex; null: no signature. Returns the size in bytes. */
  async finish(sign: (sumsDigest: string) => string | null): Promise<number> {
    await this.#addMember(SUMS_MEMBER, Buffer.from(this.#sums));
    const signature = sign(createHash('sha256').update(this.#sums).digest('hex'));
    if (signature !== null) await this.#addMember(SIGNATURE_MEMBER, Buffer.from(`${signature}\n`));
    this.#pack.finalize();
    await this.#written;
    await this.#handle.sync();
    const { size } = await this.#handle.stat();
    await this.#handle.close();
    this.#isComplete = true;
    await moveToFree(partialOf(this.#file), this.#file).catch((error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EEXIST' ? 'exists' : `cannot be written (${error.code})`;
      throw new BackupError(
        `${this.#file} ${problem}. The complete backup is ${partialOf(this.#file)}: rename it.`,
        { cause: error },
      );
    });
    await syncDirectory(dirname(this.#file));
    return size;
  }

  /** Deletes what is written, unless it is complete. */
  async abandon(): Promise<void> {
    if (this.#isComplete) return;
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(partialOf(this.#file), { force: true });
  }
}

const partialOf = (file: string) => `${file}.partial`;

/** Unlike a rename alone it never overwrites: of two that move to one path, one fails with EEXIST. */
async function moveToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code!)) throw error;
    await (await open(to, 'wx', FILE_MODE)).close();
    await rename(from, to);
  }
}

async function throwIfThere(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${file} exists, and is not overwritten.`);
}
