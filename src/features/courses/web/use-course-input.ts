import { type KeyboardEvent, useState } from 'react';
import { toCourseCode } from '#features/books/rules.ts';
import { useCourseSuggestions } from './use-course-suggestions.ts';

type CourseInputOptions = {
  value: readonly string[];
  max: number;
  onChange: (courses: readonly string[]) => void;
  onRemove: (course: string) => void;
};

const INVALID_TEXT = 'A course has letters and digits, like MATH 101';

/** What is typed, the suggestions for it, and the keys of a combobox. */
export function useCourseInput({ value, max, onChange, onRemove }: CourseInputOptions) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [problem, setProblem] = useState<string | null>(null);
  const isFull = value.length >= max;
  const taken = new Set(value.map(toCourseCode));
  const options = useCourseSuggestions(isFull ? '' : typed, taken);
  const isListed = isOpen && options.length > 0;

  const add = (written: string) => {
    const course = written.trim().replace(/\s+/g, ' ');
    const code = toCourseCode(course);
    setOpen(false);
    setActive(-1);
    if (course === '') return;
    setProblem(code === null ? INVALID_TEXT : null);
    if (code === null) return;
    setTyped('');
    if (!taken.has(code) && !isFull) onChange([...value, course]);
  };
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
    setOpen(true);
    setActive(-1);
  };
  /** Whether the key was used. */
  const pressKey = (key: string): boolean => {
    const last = value.at(-1);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setOpen(true);
      setActive((at) => nextOption(at, key === 'ArrowDown' ? 1 : -1, options.length));
    } else if (key === 'Escape' && isListed) setOpen(false);
    else if ((key === 'Enter' || key === ',') && typed.trim() !== '')
      add(isListed && active >= 0 ? options[active]!.code : typed);
    else if (key === 'Backspace' && typed === '' && last !== undefined) onRemove(last);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !pressKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    typed,
    options,
    isListed,
    isFull,
    active: isListed ? active : -1,
    problem,
    add,
    change,
    onKeyDown,
  };
}

/** Around the list; -1 is none. */
function nextOption(at: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
}
