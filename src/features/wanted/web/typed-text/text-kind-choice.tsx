import { writeCourse } from '#features/books/rules.ts';
import { OptionGroup } from '#ui/forms/option-group.tsx';
import { kindsOfText, type TextKind } from './to-wanted-input.ts';

type TextKindChoiceProps = { text: string; kind: TextKind; onChoose: (kind: TextKind) => void };

/** The course as it will be searched: in the form of its code. */
const kindOptions = (text: string) =>
  [
    { value: 'course', label: `A course: ${writeCourse(text)}` },
    { value: 'words', label: 'Words in a title' },
  ] as const;

/** Asks whether a text stands for a course or for words; nothing for other texts. */
export const TextKindChoice = ({ text, kind, onChoose }: TextKindChoiceProps) =>
  kindsOfText(text).length > 1 && (
    <OptionGroup label="Search for" options={kindOptions(text)} chosen={[kind]} onPress={onChoose} />
  );
