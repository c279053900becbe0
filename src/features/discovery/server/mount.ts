import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import { mountFeeds } from './mount-feeds.ts';
import { mountSitemap } from './mount-sitemap.ts';

type DiscoveryOptions = { limit: EndpointRegistryOptions['limit'] };

/** What programs outside read to find the market's books: the sitemap and the feeds. */
export function mountDiscovery(context: ServerContext, { limit }: DiscoveryOptions): void {
  const cache = new DiscoveryCache(context);
  mountSitemap(context, { cache, limit });
  mountFeeds(context, { cache, limit });
}
