import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { isStorageKey } from '../storage/object-storage.ts';
import {
  BackupError,
  type BackupManifest,
  MANIFEST_MEMBER,
  OBJECT_PREFIX,
  parseManifest,
  SECRET_MEMBER,
  SUMS_MEMBER,
} from './archive-format.ts';

/** A member between the manifest and the sums. Its content is read to the end before the next member. */
export type ArchiveMember = {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
};

const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const MAX_SECRET_BYTES = 4096;

/**
 * Calls `onMember` for each member in the order of the archive, and compares the sums at the end. Throws
 * BackupError if the archive is not what was written: damaged, incomplete, or of another origin.
 */
export async function readArchive(
  file: string,
  onManifest: (manifest: BackupManifest) => Promise<void>,
  onMember: (member: ArchiveMember) => Promise<void>,
): Promise<void> {
  const sums = createHash('sha256');
  let state: 'manifest' | 'members' | 'end' = 'manifest';
  for await (const member of openMembers(file)) {
    const { name, size, content } = member;
    if (state === 'end') throw new BackupError('The backup is damaged: data follows its end.');
    if (state === 'manifest') {
      if (name !== MANIFEST_MEMBER || size > MAX_MANIFEST_BYTES)
        throw new BackupError('This file is not a backup of BookSwap, or it is damaged.');
      await onManifest(parseManifest(await buffer(content)));
      state = 'members';
    } else if (name === SUMS_MEMBER) {
      await readToEnd(content);
      if (member.digest() !== sums.digest('hex'))
        throw new BackupError('The backup is damaged: its sums do not match.');
      state = 'end';
      continue;
    } else {
      throwIfUnknown(name, size);
      await onMember({ name, size, content });
      await readToEnd(content);
    }
    sums.update(`${member.digest()}  ${name}\n`);
  }
  if (state !== 'end') throw new BackupError('The backup is incomplete: its end is missing.');
}

/** Reads the whole archive and changes nothing. Returns its manifest and its secret, if it contains one. */
export async function verifyArchive(
  file: string,
): Promise<{ manifest: BackupManifest; secret: string | null; objects: number }> {
  let manifest: BackupManifest | undefined;
  let secret: string | null = null;
  let objects = 0;
  await readArchive(
    file,
    async (read) => void (manifest = read),
    async ({ name, content }) => {
      if (name === SECRET_MEMBER) secret = (await buffer(content)).toString('utf8').trim();
      if (name.startsWith(OBJECT_PREFIX)) objects += 1;
    },
  );
  return { manifest: manifest!, secret, objects };
}

const KNOWN_NAME = /^(?:tables\/[a-z0-9_]+|jobs)\/[1-9][0-9]*$/;

/** A name never becomes a path: tables and photos are found by their keys. */
function throwIfUnknown(name: string, size: number): void {
  const isPhoto = name.startsWith(OBJECT_PREFIX) && isStorageKey(name.slice(OBJECT_PREFIX.length));
  const isSecret = name === SECRET_MEMBER && size <= MAX_SECRET_BYTES;
  if (!isPhoto && !isSecret && !KNOWN_NAME.test(name))
    throw new BackupError(
      `The backup contains ${JSON.stringify(name.slice(0, 100))}, which no backup contains.`,
    );
}

async function readToEnd(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of content);
}

type DigestedMember = ArchiveMember & {
  /** Of the content, once it has been read. */
  digest(): string;
};

async function* openMembers(file: string): AsyncGenerator<DigestedMember> {
  const tar = extract();
  const source = createReadStream(file);
  pipeline(source, createGunzip(), tar as unknown as NodeJS.WritableStream, () => undefined);
  try {
    for await (const entry of tar) {
      throwIfNoFile(entry.header);
      const hash = createHash('sha256');
      const content = hashed(entry as unknown as AsyncIterable<Buffer>, hash, file);
      const { name, size } = entry.header;
      yield { name, size, content, digest: () => hash.digest('hex') };
    }
  } catch (error) {
    throw toBackupError(error, file);
  } finally {
    source.destroy();
  }
}

/** Can be iterated again after its end, which then yields nothing. */
function hashed(entry: AsyncIterable<Buffer>, hash: Hash, file: string): AsyncIterable<Buffer> {
  const read = (async function* () {
    try {
      for await (const chunk of entry) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw toBackupError(error, file);
    }
  })();
  return { [Symbol.asyncIterator]: () => ({ next: () => read.next() }) };
}

function throwIfNoFile({ type, name }: Header): void {
  if (type !== 'file')
    throw new BackupError(`The backup contains ${JSON.stringify(name.slice(0, 100))}, which is not a file.`);
}

const READ_ERROR = /^(?:E[A-Z]+)$/;

function toBackupError(error: unknown, file: string): unknown {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code !== undefined && READ_ERROR.test(code))
    return new BackupError(`${file} cannot be read (${code}).`);
  return new BackupError(`The backup is damaged or incomplete (${message}).`, { cause: error });
}
