import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, rmdirSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 1024 * 1024;

/** A disk in memory that a test can fill. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Null where this user cannot mount one. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'bookswap-disk-'));
    try {
      const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder];
      execFileSync('mount', options, { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmdirSync(folder);
      return null;
    }
  }

  static get canMount(): boolean {
    const disk = SmallDisk.mount(1);
    disk?.unmount();
    return disk !== null;
  }

  /** Takes space until this much is left. */
  fillUntil(megabytesLeft: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    let missing = bavail * bsize - megabytesLeft * MEGABYTE;
    const file = openSync(this.#ballast, 'a');
    try {
      for (; missing > 0; missing -= MEGABYTE) writeSync(file, Buffer.alloc(Math.min(missing, MEGABYTE)));
    } finally {
      closeSync(file);
    }
  }

  clear(): void {
    rmSync(this.#ballast, { force: true });
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Also if another process of the machine looks into it just now. */
  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmdirSync(this.folder);
  }
}
