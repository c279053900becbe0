import type { ServerContext } from '#platform/server/server-context.ts';
import type { Config } from './config.ts';
import { mountHealthAndMetrics } from './mount-health-and-metrics.ts';
import { mountOpenApi } from '#platform/server/http/mount-openapi.ts';
import { mountPolicyReports } from './mount-policy-reports.ts';
import { mountWellKnown } from './mount-well-known.ts';

export function mountPublicRoutes(context: ServerContext, config: Config): void {
  mountOpenApi(context, {
    title: 'BookSwap',
    version: '1',
    description: 'A campus marketplace for used textbooks.',
  });
  mountWellKnown(context);
  mountPolicyReports(context);
  mountHealthAndMetrics(context, {
    metricsToken: config.metricsToken,
    expectsSynchronousStandby: config.expectsSynchronousStandby,
    behindProxy: config.publicUrl !== undefined || config.trustedProxies.length > 0,
  });
}
