import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import fieldsStyles from './fields.module.css';
import styles from './search-box.module.css';

type SearchBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label?: string;
  /** Lets controls elsewhere (the chips) belong to the same form. */
  formId?: string;
  /** Called on Enter; without JavaScript the form itself requests `?name=value`. */
  onSearch?: () => void;
};

export function SearchBox({
  label = t('ui.search.label'),
  onSearch,
  formId,
  name = 'q',
  children,
  ...rest
}: SearchBoxProps) {
  return (
    <form
      className={styles.search}
      role="search"
      id={formId}
      onSubmit={(event) => {
        if (!onSearch) return;
        event.preventDefault();
        onSearch();
      }}
    >
      <label className={fieldsStyles.box}>
        <span className={shared.visuallyHidden}>{label}</span>
        <Icon name="search" size="s" />
        <input
          className={fieldsStyles.input}
          type="search"
          dir="auto"
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
