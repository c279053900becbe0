import type { ComponentProps } from 'react';
import { Icon } from '../icons/icon.tsx';

type SearchBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label?: string;
  /** Lets controls elsewhere (the chips) belong to the same form. */
  formId?: string;
  /** Called on Enter; without JavaScript the form itself requests `?name=value`. */
  onSearch?: () => void;
};

export function SearchBox({
  label = 'Search books...',
  onSearch,
  formId,
  name = 'q',
  children,
  ...rest
}: SearchBoxProps) {
  return (
    <form
      className="search"
      role="search"
      id={formId}
      onSubmit={(event) => {
        if (!onSearch) return;
        event.preventDefault();
        onSearch();
      }}
    >
      <label className="box">
        <span className="vh">{label}</span>
        <Icon name="search" size="s" />
        <input
          className="input"
          type="search"
          name={name}
          placeholder={label}
          enterKeyHint="search"
          autoComplete="off"
          {...rest}
        />
      </label>
      {children}
    </form>
  );
}
