import { useState, type ComponentProps } from 'react';
import { useSearch } from 'wouter';
import { Button } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/actions/link.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { ContactForm } from './contact-form.tsx';
import { faqQuestions, readCategory, type FaqFacts } from './faq.ts';
import { FaqList, type ShownCategory } from './faq-list.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import linesStyles from '#ui/layout/lines.module.css';
import listStyles from '#ui/layout/list.module.css';

const guidelines = [
  'Be honest about condition, with clear photos',
  'Respond promptly and respectfully',
  'Meet in safe public places',
  'Only list educational materials',
  'No spam, inappropriate content or fake listings',
];

type HelpPageProps = { facts: FaqFacts; back: ComponentProps<typeof TitleHeader>['back'] };

/** Help for all visitors: a user who cannot sign in needs it most. */
export function HelpPage({ facts, back }: HelpPageProps) {
  const [category, setCategory] = useState<ShownCategory>(readCategory(useSearch()) ?? 'All');
  return (
    <AppShell>
      <TitleHeader title="Help & Support" back={back} />
      <Main id="main">
        <Section title="Quick Help">
          <div className={fieldStyles.fieldRow}>
            <Button variant="quiet" size="tall" icon="book" onClick={() => setCategory('Getting Started')}>
              Getting Started
            </Button>
            <Button
              variant="quiet"
              size="tall"
              icon="shield"
              onClick={() => setCategory('Safety & Guidelines')}
            >
              Safety Tips
            </Button>
          </div>
        </Section>
        <FaqList questions={faqQuestions(facts)} category={category} onCategory={setCategory} />
        <Section title="Community Guidelines">
          <ul className={cx(linesStyles.checks, listStyles.panel)}>
            {guidelines.map((line) => (
              <li key={line}>
                <Icon name="check" />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Contact">
          <ContactForm />
        </Section>
        <p className={cx(shared.tiny, shared.soft, shared.center)}>
          <Link href="/privacy">Privacy</Link> · <Link href="/terms">Terms</Link>
        </p>
      </Main>
    </AppShell>
  );
}
