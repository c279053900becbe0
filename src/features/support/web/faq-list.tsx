import { useId } from 'react';
import { Chips } from '#ui/actions/chips.tsx';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { List } from '#ui/layout/list.tsx';
import { VisuallyHidden, Section } from '#ui/layout/app-shell.tsx';
import { faqCategories, type FaqCategory, type FaqEntry } from './faq.ts';

export type ShownCategory = 'All' | FaqCategory;

const chips = (['All', ...faqCategories] as const).map((value) => ({ value, label: value }));

type FaqListProps = {
  questions: readonly FaqEntry[];
  category: ShownCategory;
  onCategory: (category: ShownCategory) => void;
};

/** Questions of one category, or all; opening one closes the previous one. */
export function FaqList({ questions, category, onCategory }: FaqListProps) {
  const group = useId();
  const shown = questions.filter((one) => category === 'All' || one.category === category);
  return (
    <Section title="Questions">
      <Chips label="Categories" options={chips} value={category} onChange={onCategory} bleed />
      <VisuallyHidden role="status">
        {category !== 'All' && `${shown.length} questions about ${category}`}
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
