import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { photoKey } from './store-photo.ts';
import { photos } from './table.ts';

const PHOTOS_PER_STEP = 20;

/** The keys of the files of all photos that have an owner, some photos at a time. */
export async function* listStoredPhotoKeys({ orm }: Pick<Database, 'orm'>): AsyncGenerator<string[]> {
  let after: string | null = null;
  for (;;) {
    const step: { id: string; sizes: number[] | null }[] = await orm
      .select({ id: photos.id, sizes: photos.sizes })
      .from(photos)
      .where(
        and(
          eq(photos.status, 'stored'),
          isNotNull(photos.ownerId),
          after === null ? undefined : gt(photos.id, after),
        ),
      )
      .orderBy(asc(photos.id))
      .limit(PHOTOS_PER_STEP);
    if (step.length > 0)
      yield step.flatMap(({ id, sizes }) => (sizes ?? []).map((size) => photoKey(id, size)));
    if (step.length < PHOTOS_PER_STEP) return;
    after = step.at(-1)!.id;
  }
}
