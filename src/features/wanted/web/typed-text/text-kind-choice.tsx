import { writeCourse } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { kindsOfText, type TextKind } from './to-wanted-input.ts';

type TextKindChoiceProps = { text: string; kind: TextKind; onChoose: (kind: TextKind) => void };

/** The course as it will be searched: in the form of its code. */
const kindOptions = (text: string) =>
  [
    { value: 'course', label: t('wanted.kind.course', { course: writeCourse(text) ?? text }) },
    { value: 'words', label: t('wanted.kind.words') },
  ] as const;

/** Asks whether a text stands for a course or for words; nothing for other texts. */
export const TextKindChoice = ({ text, kind, onChoose }: TextKindChoiceProps) =>
  kindsOfText(text).length > 1 && (
    <OptionGroup
      label={t('wanted.kind.label')}
      options={kindOptions(text)}
      chosen={[kind]}
      onPress={onChoose}
    />
  );
