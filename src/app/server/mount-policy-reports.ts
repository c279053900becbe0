import { z } from 'zod';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { POLICY_REPORTS_PATH } from './content-security-policy.ts';

const MAX_BODY_BYTES = 16 * 1024;

/** Anyone can send reports, so the log takes a few only. */
const logged = { name: 'policy-report', points: 10, durationMs: MINUTE_MS };

const text = z.string().max(2_000).optional();
const reportsSchema = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
    }),
  )
  .max(50);

export function mountPolicyReports({ http, clock, log }: ServerContext): void {
  const limiter = new RateLimiter(clock);
  void http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/reports+json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(POLICY_REPORTS_PATH, { config: { auth: 'public' } }, async (request, reply) => {
      const reports = reportsSchema.safeParse(request.body);
      if (!reports.success) throw commonProblem('invalid-request');
      for (const { type, body } of reports.data) {
        if (type !== 'csp-violation' || !limiter.tryConsume(logged, '')) continue;
        const { effectiveDirective: directive, blockedURL, documentURL } = body;
        log.warn(
          { directive, blocked: withoutPath(blockedURL), page: pathOf(documentURL) },
          'a browser has blocked what the policy does not allow',
        );
      }
      return reply.code(204).send();
    });
  });
}

/** The origin, or a keyword such as `inline`: a path may be private. */
const withoutPath = (url = ''): string => (URL.canParse(url) ? new URL(url).origin : url.slice(0, 30));

const pathOf = (url = ''): string => (URL.canParse(url) ? new URL(url).pathname : '');
