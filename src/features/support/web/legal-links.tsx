import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import { LinkItem } from '#ui/layout/list.tsx';
import listStyles from '#ui/layout/list.module.css';

const pages = {
  '/imprint': 'support.imprint.title',
  '/terms': 'support.help.terms',
  '/privacy': 'support.help.privacy',
  '/accessibility': 'support.accessibility.title',
  '/transparency': 'support.legal.transparency',
  '/report-illegal': 'support.legal.report',
} as const satisfies Record<string, PlainTextId>;

/** The other legal pages. */
export const LegalLinks = ({ except }: { except: keyof typeof pages }) => (
  <Section title={t('support.legal.more')}>
    <nav className={listStyles.list} aria-label={t('support.legal.pages')}>
      {(Object.keys(pages) as (keyof typeof pages)[])
        .filter((path) => path !== except)
        .map((path) => (
          <LinkItem key={path} href={path === '/report-illegal' ? `${path}?url=${except}` : path}>
            {t(pages[path])}
          </LinkItem>
        ))}
    </nav>
  </Section>
);
