import { mountCampus } from '#features/campus/server/mount.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { AppOptions } from './create-app.ts';
import { pageSettings } from './derived-settings.ts';
import type { RequestLimit } from './limits/limit-requests.ts';
import { toCampusSettings } from './market/campus-config.ts';
import { isCurrencyFixed } from './market/check-currency.ts';
import { mountPages } from './mount-pages.ts';
import { mountPublicRoutes } from './mount-public-routes.ts';

/** The settings of the campus, and the documents that show its name, its color and its icon: manifest and pages. */
export async function mountDocuments(
  context: ServerContext,
  { config, pages, neighbors, reopen = () => {} }: AppOptions,
  { limit, servesFiles }: { limit: RequestLimit; servesFiles: boolean },
): Promise<void> {
  const { look } = await mountCampus(context, {
    current: toCampusSettings(config),
    reopen,
    isCurrencyFixed: () => isCurrencyFixed(context.database),
  });
  mountPublicRoutes(context, look);
  if (pages === undefined) return;
  const settings = pageSettings(config, context.publicUrl);
  await mountPages(context, {
    builder: pages,
    limit,
    servesFiles,
    look,
    hasNeighbors: neighbors !== undefined,
    ...settings,
  });
}
