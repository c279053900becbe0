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
  MARKET_MEMBER,
  type MarketDescription,
  OBJECT_PREFIX,
  parseManifest,
  parseMarket,
  SECRET_MEMBER,
  SIGNATURE_MEMBER,
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
const MAX_MARKET_BYTES = 64 * 1024;
const MAX_SIGNATURE_BYTES = 1024;

/** Whether the signature (null: none) of the sums' SHA-256 as hex is valid. Throws BackupError if it is refused. */
export type CheckSignature = (sumsDigest: string, signature: string | null) => boolean;

/**
 * Calls `onMember` for each member in order, then compares the sums. Returns whether the signature is valid.
 * Throws BackupError if the archive is damaged, incomplete, or of another origin.
 */
export async function readArchive(
  file: string,
  checkSignature: CheckSignature,
  onManifest: (manifest: BackupManifest) => Promise<void>,
  onMember: (member: ArchiveMember) => Promise<void>,
): Promise<boolean> {
  const sums = createHash('sha256');
  let sumsDigest = '';
  let signature: string | null = null;
  let state: 'manifest' | 'members' | 'sums' | 'end' = 'manifest';
  for await (const member of openMembers(file)) {
    const { name, size, content } = member;
    if (state === 'sums' && name === SIGNATURE_MEMBER && size <= MAX_SIGNATURE_BYTES) {
      signature = (await buffer(content)).toString('utf8').trim();
      state = 'end';
      continue;
    }
    if (state === 'sums' || state === 'end')
      throw new BackupError('The backup is damaged: data follows its end.');
    if (state === 'manifest') {
      if (name !== MANIFEST_MEMBER || size > MAX_MANIFEST_BYTES)
        throw new BackupError('This file is not a backup of BookSwap, or it is damaged.');
      await onManifest(parseManifest(await buffer(content)));
      state = 'members';
    } else if (name === SUMS_MEMBER) {
      await readToEnd(content);
      sumsDigest = sums.digest('hex');
      if (member.digest() !== sumsDigest)
        throw new BackupError('The backup is damaged: its sums do not match.');
      state = 'sums';
      continue;
    } else {
      throwIfUnknown(name, size);
      await onMember({ name, size, content });
      await readToEnd(content);
    }
    sums.update(`${member.digest()}  ${name}\n`);
  }
  if (state !== 'sums' && state !== 'end')
    throw new BackupError('The backup is incomplete: its end is missing.');
  return checkSignature(sumsDigest, signature);
}

/** An archive that was read once, and is undamaged. */
export type VerifiedArchive = {
  file: string;
  manifest: BackupManifest;
  secret: string | null;
  /** Of one market of several. */
  market: MarketDescription | null;
  objects: number;
  /** False: `checkSignature` accepts it without. */
  hasValidSignature: boolean;
  checkSignature: CheckSignature;
};

export async function verifyArchive(file: string, checkSignature: CheckSignature): Promise<VerifiedArchive> {
  let manifest: BackupManifest | undefined;
  let secret: string | null = null;
  let market: MarketDescription | null = null;
  let objects = 0;
  const hasValidSignature = await readArchive(
    file,
    checkSignature,
    async (read) => void (manifest = read),
    async ({ name, content }) => {
      if (name === SECRET_MEMBER) secret = (await buffer(content)).toString('utf8').trim();
      if (name === MARKET_MEMBER) market = parseMarket(await buffer(content));
      if (name.startsWith(OBJECT_PREFIX)) objects += 1;
    },
  );
  return { file, manifest: manifest!, secret, market, objects, hasValidSignature, checkSignature };
}

const KNOWN_NAME = /^(?:tables\/[a-z0-9_]+|jobs)\/[1-9][0-9]*$/;

/** A name never becomes a path: tables and photos are found by their keys. */
function throwIfUnknown(name: string, size: number): void {
  const isPhoto = name.startsWith(OBJECT_PREFIX) && isStorageKey(name.slice(OBJECT_PREFIX.length));
  const isSecret = name === SECRET_MEMBER && size <= MAX_SECRET_BYTES;
  const isMarket = name === MARKET_MEMBER && size <= MAX_MARKET_BYTES;
  if (!isPhoto && !isSecret && !isMarket && !KNOWN_NAME.test(name))
    throw new BackupError(
      `The backup contains ${JSON.stringify(name.slice(0, 100))}, which no backup contains.`,
    );
}

async function readToEnd(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of content);
}

type DigestedMember = ArchiveMember & {
  /** The digest of the content. Call it after the content has been read. */
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
