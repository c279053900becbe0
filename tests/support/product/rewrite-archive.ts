import { buffer } from 'node:stream/consumers';
import { MANIFEST_MEMBER } from '#platform/server/backup/archive-format.ts';
import { readArchive } from '#platform/server/backup/archive-reader.ts';
import { ArchiveWriter } from '#platform/server/backup/archive-writer.ts';

type Change = (member: string, content: Buffer) => Buffer | [string, Buffer] | null;

/**
 * Writes the members of a backup into another file, each as `change` returns it: valid sums, other content.
 * `sign` gets the digest of the sums; by default the signature of the original stays.
 */
export async function rewriteArchive(
  from: string,
  to: string,
  change: Change,
  sign?: (sumsDigest: string) => string | null,
): Promise<void> {
  const writer = await ArchiveWriter.create(to, new Date(0));
  let original: string | null = null;
  const add = async (member: string, content: Buffer) => {
    const changed = change(member, content);
    if (changed === null) return;
    await (Array.isArray(changed) ? writer.add(...changed) : writer.add(member, changed));
  };
  await readArchive(
    from,
    (_sums, found) => {
      original = found;
      return true;
    },
    (manifest) => add(MANIFEST_MEMBER, Buffer.from(JSON.stringify(manifest, null, 1))),
    async (member) => add(member.name, await buffer(member.content)),
  );
  await writer.finish(sign ?? (() => original));
}
