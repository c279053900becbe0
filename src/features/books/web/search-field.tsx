import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { SearchBox } from '#ui/forms/search-box.tsx';

const TYPING_DEBOUNCE_MS = 250;

/** `text`: what stands in the field, also before it is searched. */
export type SearchFieldHandle = { text: () => string };

type SearchFieldProps = {
  ref: Ref<SearchFieldHandle>;
  search: string;
  /** The filters that the form sends, too, without a script. */
  filters: URLSearchParams;
  onSearch: (text: string) => void;
};

/** Searches as you type, after a pause. Uncontrolled, so that text typed before hydration counts. */
export function SearchField({ ref, search, filters, onSearch }: SearchFieldProps) {
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
  useImperativeHandle(ref, () => ({ text: () => input.current!.value }), []);
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useEffect(() => {
    const typedEarly = input.current!.value;
    if (typedEarly !== submitted.current) latestSubmit.current(typedEarly);
    // A navigation ends the typing. The URL may stay the same: Home, pressed on Home.
    const onNavigation = () => {
      clearTimeout(timer.current);
      if (location.pathname !== '/') return;
      submitted.current = new URLSearchParams(location.search).get('search') ?? '';
      input.current!.value = submitted.current;
    };
    // A tap that leaves the page finds the search in the URL, and so does Back.
    const onClick = () => latestSubmit.current(input.current!.value);
    const navigations = ['pushState', 'popstate'];
    for (const name of navigations) addEventListener(name, onNavigation);
    addEventListener('click', onClick, true);
    return () => {
      clearTimeout(timer.current);
      for (const name of navigations) removeEventListener(name, onNavigation);
      removeEventListener('click', onClick, true);
    };
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
    >
      {[...filters].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </SearchBox>
  );
}
