import type { Config } from '../../server/config.ts';
import { languagesWithoutWarnings } from '#features/safety/server/model/choose-model.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { isLoopback } from '../../server/environment.ts';
import { type Finding, ok, warning } from './finding.ts';

export function checkAddresses(config: Config): Finding[] {
  const { publicUrl, host, trustedProxies, metricsToken } = config;
  const check = 'addresses';
  if (publicUrl === undefined) {
    return isLoopback(host)
      ? [ok(check, 'Only this machine reaches the product: PUBLIC_URL is not set.')]
      : [
          warning(
            check,
            `Other machines reach the product at ${host}, but PUBLIC_URL is not set.`,
            'Set PUBLIC_URL to the address in the browsers of your users; links in emails begin with it.',
          ),
        ];
  }
  const { protocol, hostname } = new URL(publicUrl);
  const findings: Finding[] = [];
  if (protocol !== 'https:' && !isLoopback(hostname))
    findings.push(
      warning(
        check,
        'PUBLIC_URL does not begin with https: passwords travel readable, and there are no notifications or passkeys.',
        'Let a proxy with TLS, such as Caddy, stand before the product, and set PUBLIC_URL to its https address.',
      ),
    );
  if (trustedProxies.length === 0 && !isLoopback(hostname))
    findings.push(
      warning(
        check,
        'PUBLIC_URL is set, but TRUSTED_PROXIES is not: all users count as one for limits.',
        "Set TRUSTED_PROXIES to the proxy's IP address.",
      ),
    );
  if (metricsToken === undefined && !isLoopback(hostname))
    findings.push(ok('metrics', '/metrics is closed. Set METRICS_TOKEN to read it.'));
  return findings.length > 0 ? findings : [ok(check, `Users reach the product at ${publicUrl}.`)];
}

/** What is fixed by the first listing, so a slip should be seen before. */
export function checkCurrency({ market }: Config): Finding {
  const locale = createLocaleOf(market)();
  const [boost, adFree, highest] = [market.prices.boost, market.prices.adFree, market.prices.highest].map(
    (amount) => formatMoney(amount, locale),
  );
  return ok(
    'currency',
    `Prices are in ${market.currency.code}, up to ${highest}; a boost costs ${boost}, a month without ads ${adFree}.`,
  );
}

/** Without labeled messages only the general advice of the help pages warns of tricks. */
export function checkWarnings({ market }: Config): Finding {
  const check = 'careful notes';
  const without = languagesWithoutWarnings(market.languages);
  return without.length === 0
    ? ok(check, `Messages are read for known tricks in ${market.languages.join(', ')}.`)
    : warning(
        check,
        `Messages in ${without.join(', ')} are not read for known tricks: their readers see the general advice only.`,
        'Label messages in this language and train a model: docs/decisions/074-trained-warnings.md.',
      );
}

const UTC_NAMES: readonly string[] = ['UTC', 'Etc/UTC', 'Etc/UCT', 'Etc/GMT', 'GMT', 'Etc/Unknown'];

/** Servers and containers mostly run in UTC, campuses do not. */
export function checkTimeZone({ market: { timeZone: zone } }: Config, isSet: boolean): Finding {
  const check = 'time zone';
  if (isSet || !UTC_NAMES.includes(zone)) return ok(check, `Meetings are planned by the clocks of ${zone}.`);
  return warning(
    check,
    `CAMPUS_TIME_ZONE is not set, and the time zone of this machine is ${zone}: meetings are planned by its clocks.`,
    'Set CAMPUS_TIME_ZONE to the time zone of the campus, such as America/New_York.',
  );
}
