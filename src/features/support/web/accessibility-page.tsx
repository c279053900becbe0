import type { ComponentProps } from 'react';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { LegalLinks } from './legal-links.tsx';
import { MailLink, WithImprint } from './operator-details.tsx';
import shared from '#ui/shared.module.css';
import linesStyles from '#ui/layout/lines.module.css';

const works: PlainTextId[] = [
  'support.accessibility.keyboard',
  'support.accessibility.sizes',
  'support.accessibility.codes',
];
const exceptions: PlainTextId[] = [
  'support.accessibility.photos',
  'support.accessibility.payments',
  'support.accessibility.slips',
];

/** What conforms to WCAG 2.2 AA and what does not. Change it with the product. */
export function AccessibilityPage({ back }: Pick<ComponentProps<typeof TitleHeader>, 'back'>) {
  useDocumentTitle(t('support.accessibility.title'));
  return (
    <AppShell>
      <TitleHeader title={t('support.accessibility.title')} back={back} />
      <Main id="main">
        <InlineAlert tone="positive" icon="check">
          {t('support.accessibility.conforms')}
        </InlineAlert>
        <Section title={t('support.accessibility.works')}>
          <ul className={linesStyles.checks}>
            {works.map((line) => (
              <li key={line}>
                <Icon name="check" />
                <span>{t(line)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('support.accessibility.not-yet')}>
          <ul className={cx(linesStyles.checks, linesStyles.plain)}>
            {exceptions.map((line) => (
              <li key={line}>{t(line)}</li>
            ))}
          </ul>
        </Section>
        <Section title={t('support.accessibility.tell')}>
          <p>{t('support.accessibility.tell-text')}</p>
          <WithImprint>
            {({ email }) => (
              <p>
                {email === null ? (
                  <Link href="/help">{t('support.help.title')}</Link>
                ) : (
                  <MailLink email={email} />
                )}
              </p>
            )}
          </WithImprint>
          <p className={cx(shared.small, shared.soft)}>{t('support.accessibility.tested')}</p>
        </Section>
        <LegalLinks except="/accessibility" />
      </Main>
    </AppShell>
  );
}
