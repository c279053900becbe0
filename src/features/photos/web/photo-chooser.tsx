import { type ComponentProps, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import shared from '#ui/shared.module.css';

type PhotoChooserProps = Pick<ComponentProps<typeof Button>, 'ref' | 'busy' | 'aria-disabled'> & {
  multiple?: boolean;
  onChoose: (files: File[]) => void;
};

export function PhotoChooser({ multiple, onChoose, ...button }: PhotoChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className={shared.visuallyHidden}
        type="file"
        accept="image/*"
        multiple={multiple}
        tabIndex={-1}
        aria-label={t('photos.chooser.input', { multiple: multiple === true })}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // so that the same file can be chosen again
          target.value = '';
        }}
      />
      <Button
        variant="quiet"
        wide
        icon="camera"
        onClick={() => button['aria-disabled'] || input.current?.click()}
        {...button}
      >
        {multiple ? t('photos.chooser.many') : t('photos.chooser.one')}
      </Button>
    </>
  );
}
