import type { CampusLook } from '#features/campus/server/mount.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { mountLanguageForm } from './mount-language-form.ts';
import { mountManifest } from './documents/mount-manifest.ts';
import { mountOpenApi } from '#platform/server/http/mount-openapi.ts';
import { mountPolicyReports } from './mount-policy-reports.ts';
import { mountShareTarget } from './share/mount-share-target.ts';

export function mountPublicRoutes(context: ServerContext, look: CampusLook): void {
  mountOpenApi(context, {
    title: 'BookSwap',
    version: '1',
    description: 'A campus marketplace for used textbooks.',
  });
  mountWellKnown(context);
  mountManifest(context, look);
  mountLanguageForm(context);
  mountShareTarget(context);
  mountPolicyReports(context);
}

/** What crawlers shall not ask for: it needs a sign-in, or shows no one else's listings. */
const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /add
Disallow: /boost/
Disallow: /conversation/
Disallow: /favorites
Disallow: /messages
Disallow: /profile
Disallow: /sign-in
Disallow: /sign-up

Sitemap: ${publicUrl}/sitemap.xml
`;

/** RFC 9116 asks for less than a year. */
const SECURITY_TEXT_LIFETIME_MS = 180 * DAY_MS;

function mountWellKnown({ http, clock, publicUrl }: ServerContext): void {
  const options = { config: { auth: 'public' as const } };
  http.get('/robots.txt', options, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(publicUrl)),
  );
  http.get('/.well-known/security.txt', options, (_request, reply) => {
    const expires = new Date(clock.now().getTime() + SECURITY_TEXT_LIFETIME_MS).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `Contact: ${publicUrl}/help\nExpires: ${expires}\nPreferred-Languages: en\n` +
          `Canonical: ${publicUrl}/.well-known/security.txt\n`,
      );
  });
}
