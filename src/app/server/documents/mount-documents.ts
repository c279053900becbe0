import { mountCampus } from '#features/campus/server/mount.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Config } from '../config.ts';
import { pageSettings } from '../derived-settings.ts';
import type { RequestLimit } from '../limits/limit-requests.ts';
import { toCampusSettings } from '../market/campus-config.ts';
import { isCurrencyFixed } from '../market/check-currency.ts';
import { mountPages } from '../mount-pages.ts';
import type { PageSource } from '../page-source.ts';
import { mountPublicRoutes } from '../mount-public-routes.ts';

export type DocumentOptions = {
  config: Config;
  /** The source of the pages; without one only the API is served (tests). */
  pages?: PageSource;
  /** Opens the campus again, because its administrators have changed its settings. Missing: they wait for a restart. */
  reopen?: () => void;
};

/** The settings of the campus, and the documents that show its name, its color and its icon: manifest and pages. */
export async function mountDocuments(
  context: ServerContext,
  { config, pages, reopen = () => {} }: DocumentOptions,
  { limit, servesFiles, hasNeighbors }: { limit: RequestLimit; servesFiles: boolean; hasNeighbors: boolean },
): Promise<void> {
  const { look } = await mountCampus(context, {
    current: toCampusSettings(config),
    reopen,
    isCurrencyFixed: () => isCurrencyFixed(context.database),
  });
  mountPublicRoutes(context, look);
  if (pages === undefined) return;
  const settings = pageSettings(config, context.publicUrl);
  await mountPages(context, { builder: pages, limit, servesFiles, look, hasNeighbors, ...settings });
}
