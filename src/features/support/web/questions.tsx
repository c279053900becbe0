import { useId } from 'react';
import { Chips } from '#ui/chips.tsx';
import { Fold } from '#ui/fold.tsx';
import { List } from '#ui/list.tsx';
import { Hidden, Section } from '#ui/shell.tsx';
import { faqCategories, type FaqCategory, type Question } from './faq.ts';

export type ShownCategory = 'All' | FaqCategory;

const chips = (['All', ...faqCategories] as const).map((value) => ({ value, label: value }));

type QuestionsProps = {
  questions: readonly Question[];
  category: ShownCategory;
  onCategory: (category: ShownCategory) => void;
};

/** Questions of one category, or all; opening one closes the one before. */
export function Questions({ questions, category, onCategory }: QuestionsProps) {
  const group = useId();
  const shown = questions.filter((one) => category === 'All' || one.category === category);
  return (
    <Section title="Questions">
      <Chips label="Categories" options={chips} value={category} onChange={onCategory} bleed />
      <Hidden role="status">{category !== 'All' && `${shown.length} questions about ${category}`}</Hidden>
      <List>
        {shown.map(({ question, answer }) => (
          <Fold key={question} title={question} group={group}>
            {answer}
          </Fold>
        ))}
      </List>
    </Section>
  );
}
