import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { toCourseCode, writeCourse } from '#features/books/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { searchedCourseQuery, coursesKey } from './course-queries.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import type { CourseEndpoints, CourseSummary } from '../contract.ts';
import { toCourseSearch } from '../rules.ts';

type CourseInputOptions = {
  input: RefObject<HTMLInputElement | null>;
  value: readonly string[];
  max: number;
  onChange: (courses: readonly string[]) => void;
  onRemove: (course: string) => void;
};

/** What is typed, the suggestions for it, and the keys of a combobox. */
export function useCourseInput({ input, value, max, onChange, onRemove }: CourseInputOptions) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [problem, setProblem] = useState<string | null>(null);
  const isFull = value.length >= max;
  const taken = new Set(value.map(toCourseCode));
  const options = useCourseSuggestions(isFull ? '' : typed, taken);
  const isListed = isOpen && options.length > 0;

  const keepSpelling = useKnownSpelling({ input, value, onChange });
  const add = (text: string) => {
    const course = writeCourse(text);
    const code = toCourseCode(text);
    setOpen(false);
    setActive(-1);
    if (text.trim() === '') return;
    setProblem(course === null ? t('courses.input.invalid') : null);
    if (course === null) return;
    setTyped('');
    if (taken.has(code) || isFull) return;
    const known = options.find((option) => toCourseCode(option.code) === code);
    onChange([...value, known?.code ?? course]);
    if (known === undefined) keepSpelling(course);
  };
  useSubmitOfForm(input, () => add(typed));
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
    // Enter on the start of a code marks the first suggestion; the next Enter takes it.
    else if (key === 'Enter' && isListed && active < 0 && isBeginning(typed, options)) setActive(0);
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
  const shown = { typed, options, isListed, isFull, active: isListed ? active : -1, problem };
  return { ...shown, add, change, onKeyDown };
}

/** A course that is known keeps its own spelling, also where it is found after it was added. */
function useKnownSpelling({ input, value, onChange }: Omit<CourseInputOptions, 'max' | 'onRemove'>) {
  const queries = useQueryClient();
  const transport = useTransport();
  const latest = useRef({ value, onChange });
  useLayoutEffect(() => {
    latest.current = { value, onChange };
  });
  const find = async (course: string) => {
    const known = await queries.fetchQuery(searchedCourseQuery(transport, course));
    // A form that was left keeps what it sent.
    if (known === null || input.current === null) return;
    const present = latest.current;
    if (known.code !== course && present.value.includes(course))
      present.onChange(present.value.map((one) => (one === course ? known.code : one)));
  };
  // If the request fails, it stays as it was written.
  return (course: string) => void find(course).catch(() => {});
}

/** Calls back before the form is sent: a tap on its button does not take the focus in every browser. */
function useSubmitOfForm(input: CourseInputOptions['input'], onSubmit: () => void) {
  const submit = useEffectEvent(onSubmit);
  useEffect(() => {
    const form = input.current?.form;
    const listen = () => submit();
    form?.addEventListener('submit', listen, { capture: true });
    return () => form?.removeEventListener('submit', listen, { capture: true });
  }, [input]);
}

/** Whether what is typed is no known course, but the beginning of one. */
function isBeginning(typed: string, options: readonly { code: string }[]): boolean {
  const code = toCourseCode(typed);
  const known = options.map((option) => toCourseCode(option.code));
  return code !== null && !known.includes(code) && known.some((one) => one?.startsWith(code));
}

/** Around the list; -1 is none. */
function nextOption(at: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
}

const TYPING_DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 6;

/** Courses that fit what is typed, after a pause, without those that are taken. */
function useCourseSuggestions(typed: string, taken: ReadonlySet<string | null>): readonly CourseSummary[] {
  const transport = useTransport();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(toCourseSearch(typed)), TYPING_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: [...coursesKey, 'suggestions', search] as const,
    queryFn: ({ signal }) =>
      apiClient<CourseEndpoints>(transport).call(
        'GET /api/courses',
        { query: { search, limit: MAX_SUGGESTIONS } },
        { signal },
      ),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return toCourseSearch(typed) === ''
    ? []
    : (data ?? []).filter(({ code }) => !taken.has(toCourseCode(code)));
}
