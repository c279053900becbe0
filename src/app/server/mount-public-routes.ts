import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Config } from './config.ts';
import { mountHealthAndMetrics } from './mount-health-and-metrics.ts';
import { mountOpenApi } from './mount-openapi.ts';
import { mountPolicyReports } from './mount-policy-reports.ts';
import { mountShareImages } from './mount-share-images.ts';
import { mountWellKnown } from './mount-well-known.ts';
import type { SecurityEventCounts } from './security-events.ts';

type PublicRouteOptions = {
  config: Config;
  limit: EndpointRegistryOptions['limit'];
  securityEventCounts: SecurityEventCounts;
};

/** Routes of no feature, for everyone. */
export function mountPublicRoutes(
  context: ServerContext,
  { config, limit, ...monitored }: PublicRouteOptions,
): void {
  mountShareImages(context, { campusName: config.campusName, limit });
  mountOpenApi(context);
  mountWellKnown(context);
  mountPolicyReports(context);
  mountHealthAndMetrics(context, {
    ...monitored,
    metricsToken: config.metricsToken,
    behindProxy: config.publicUrl !== undefined,
  });
}
