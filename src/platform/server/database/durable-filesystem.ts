import * as fs from 'node:fs';
import * as path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type NodeStream = { nfd?: number };
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: NodeStream) => number };
  tryFSOperation<T>(operation: () => T): T;
};

/**
 * The engine's files on disk, with an fsync that reaches the disk: PGlite's own does nothing, and a power cut
 * would lose what was acknowledged. (Its fdatasync cannot be replaced, hence `wal_sync_method=fsync`.)
 */
export class DurableFilesystem extends NodeFS {
  /** How often fsync was asked for, so that a test can prove that commits wait for it. */
  fsyncCount = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const useFsync = (mod: unknown) => {
      const { NODEFS, FS } = mod as {
        NODEFS?: NodeFileSystem;
        FS: { filesystems?: { NODEFS?: NodeFileSystem } };
      };
      const files = NODEFS ?? FS.filesystems?.NODEFS; // it has moved between versions
      if (!files?.stream_ops || !files.tryFSOperation)
        throw new Error('This version of PGlite keeps its NODEFS elsewhere: commits would not be durable');
      files.stream_ops.fsync = (stream) =>
        files.tryFSOperation(() => {
          if (stream.nfd === undefined) throw Object.assign(new Error('no file'), { code: 'EBADF' });
          fs.fsyncSync(stream.nfd);
          this.fsyncCount += 1;
          return 0;
        });
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [useFsync, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}

/** The engine's settings: those of PGlite, with fsync (its `-F` turns it off) and with less memory. */
export function startParameters({ durable }: { durable: boolean }): string[] {
  const settings = ['shared_buffers=32MB', 'max_wal_size=256MB', 'wal_sync_method=fsync'];
  return [
    ...PGlite.defaultStartParams.filter((parameter) => !(durable && parameter === '-F')),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
}

/** Waits until a whole tree is on the disk: files before the directories that hold them. */
export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) syncTree(full);
    else if (entry.isFile()) syncPath(full);
  }
  syncPath(directory);
}

export function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
