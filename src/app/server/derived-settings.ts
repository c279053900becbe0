import type { IdentityConfig } from '#features/accounts/rules.ts';
import { toPasskeyHost } from '#features/accounts/server/identity/passkeys/passkey-host.ts';
import type { CampusDomain } from '#features/accounts/server/universities/find-university.ts';
import { isTestMode } from '#features/payments/server/provider/open-provider.ts';
import { demoCampus } from '#demo/demo-data.ts';
import type { Config } from './config.ts';

/** Where the operator of a library reaches ours; null if nothing is configured. */
export const operatorContact = ({ adminEmails, publicUrl }: Config): string | null =>
  adminEmails[0] ?? publicUrl ?? null;

export function pushSubject({ vapidSubject, adminEmails, publicUrl }: Config): string {
  const [admin] = adminEmails;
  if (vapidSubject !== undefined) return vapidSubject;
  if (admin !== undefined) return `mailto:${admin}`;
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost';
}

export const pageSettings = (config: Config, publicUrl: string) => ({
  stripe: config.payments.kind === 'stripe',
  testMode: isTestMode(config.payments),
  adsense: config.adsense,
  photoUrl: config.s3?.publicUrl ?? null,
  identity: identityOf(config, publicUrl),
});

/** What the legal pages say of the operator. */
export const toImprint = ({ campusName, legal }: Pick<Config, 'campusName' | 'legal'>) => ({
  campus: campusName ?? null,
  ...legal,
});

function identityOf({ clerk, oidc, campusName }: Config, publicUrl: string): IdentityConfig {
  if (clerk !== null) return { kind: 'clerk', publishableKey: clerk.publishableKey };
  const campus = oidc && (campusName ?? 'your university');
  return { kind: 'embedded', campus, passkeyHost: toPasskeyHost(publicUrl) };
}

export const getCampusNames = (config: Config): string[] => [
  ...(config.campusName === undefined ? [] : [config.campusName]),
  ...getCampusDomains(config).flatMap(({ university }) => university ?? []),
];

/** Domains whose users are students, besides those of the known universities. */
export const getCampusDomains = ({ campusName, campusEmailDomains, demo }: Config): CampusDomain[] => [
  ...campusEmailDomains.map((domain) => ({ domain, university: campusName ?? null })),
  ...(demo.fill ? [demoCampus] : []),
];
