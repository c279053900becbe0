import { useEffect, useRef, useState } from 'react';
import { SearchBox } from '#ui/forms/search-box.tsx';

const TYPING_DEBOUNCE_MS = 250;

/**
 * Searches as you type, after a pause. The field is uncontrolled, so that text typed before hydration counts;
 * it follows the URL when Back changes that.
 */
export function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [initial] = useState(search);
  const submitted = useRef(search);

  const submit = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === submitted.current) return;
    submitted.current = text.trim();
    onSearch(text);
  };
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useEffect(() => {
    const typedEarly = input.current!.value;
    if (typedEarly !== submitted.current) latestSubmit.current(typedEarly);
    return () => clearTimeout(timer.current);
  }, []);
  useEffect(() => {
    if (search === submitted.current) return;
    submitted.current = search;
    input.current!.value = search;
  }, [search]);

  return (
    <SearchBox
      ref={input}
      formId="search"
      name="search"
      defaultValue={initial}
      maxLength={200}
      onInput={(event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latestSubmit.current(value), TYPING_DEBOUNCE_MS);
      }}
      onSearch={() => submit(input.current!.value)}
    />
  );
}
