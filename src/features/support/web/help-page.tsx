import { type ComponentProps, useId, useState } from 'react';
import { useSearch } from 'wouter';
import { t, textId } from '#platform/shared/texts/t.ts';
import { LanguageForm, WordingNote } from '#features/accounts/web/lazy.ts';
import { Button } from '#ui/actions/button.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { AppShell, Main, Section, VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { List } from '#ui/layout/list.tsx';
import { ContactForm } from './contact-form.tsx';
import {
  faqCategories,
  type FaqCategory,
  type FaqEntry,
  type FaqFacts,
  faqQuestions,
  readCategory,
} from './faq.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import linesStyles from '#ui/layout/lines.module.css';
import listStyles from '#ui/layout/list.module.css';

const guidelines = [
  textId('support.guidelines.honest'),
  textId('support.guidelines.respond'),
  textId('support.guidelines.meet'),
  textId('support.guidelines.books'),
  textId('support.guidelines.no-spam'),
];

type HelpPageProps = { facts: FaqFacts; back: ComponentProps<typeof TitleHeader>['back'] };

/** Help for all visitors: a user who cannot sign in needs it most. */
export function HelpPage({ facts, back }: HelpPageProps) {
  const [category, setCategory] = useState<ShownCategory>(readCategory(useSearch()) ?? 'All');
  return (
    <AppShell>
      <TitleHeader title={t('support.help.title')} back={back} />
      <Main id="main">
        <Section title={t('support.help.quick')}>
          <div className={fieldStyles.fieldRow}>
            <Button variant="quiet" size="tall" icon="book" onClick={() => setCategory('Getting Started')}>
              {t('support.help.getting-started')}
            </Button>
            <Button
              variant="quiet"
              size="tall"
              icon="shield"
              onClick={() => setCategory('Safety & Guidelines')}
            >
              {t('support.help.safety-tips')}
            </Button>
          </div>
        </Section>
        <FaqList questions={faqQuestions(facts)} category={category} onCategory={setCategory} />
        <Section title={t('support.guidelines.title')}>
          <ul className={cx(linesStyles.checks, listStyles.panel)}>
            {guidelines.map((line) => (
              <li key={line}>
                <Icon name="check" />
                <span>{t(line)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('support.contact.title')}>
          <ContactForm />
        </Section>
        <LanguageForm />
        <p className={cx(shared.tiny, shared.soft, shared.center)}>
          <Link href="/privacy">{t('support.help.privacy')}</Link> ·{' '}
          <Link href="/terms">{t('support.help.terms')}</Link>
        </p>
        <WordingNote />
      </Main>
    </AppShell>
  );
}

export type ShownCategory = 'All' | FaqCategory;

const chips = () => [
  { value: 'All' as const, label: t('support.faq.all') },
  ...(Object.keys(faqCategories) as FaqCategory[]).map((value) => ({
    value,
    label: t(faqCategories[value]),
  })),
];

type FaqListProps = {
  questions: readonly FaqEntry[];
  category: ShownCategory;
  onCategory: (category: ShownCategory) => void;
};

/** Questions of one category, or all; opening one closes the previous one. */
function FaqList({ questions, category, onCategory }: FaqListProps) {
  const group = useId();
  const shown = questions.filter((one) => category === 'All' || one.category === category);
  return (
    <Section title={t('support.faq.title')}>
      <Chips
        label={t('support.faq.categories')}
        options={chips()}
        value={category}
        onChange={onCategory}
        bleed
      />
      <VisuallyHidden role="status">
        {category !== 'All' &&
          t('support.faq.shown', { count: shown.length, category: t(faqCategories[category]) })}
      </VisuallyHidden>
      <List>
        {shown.map(({ question, answer }) => (
          <Disclosure key={question} title={question} group={group}>
            {answer}
          </Disclosure>
        ))}
      </List>
    </Section>
  );
}
