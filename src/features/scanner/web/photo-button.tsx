import { useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';

type PhotoButtonProps = {
  busy: boolean;
  /** Beside a text. */
  slim?: boolean;
  onPhoto: (file: File) => void;
};

/** Phones open the camera at the back, other devices their files. */
export function PhotoButton({ busy, slim = false, onPhoto }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onPhoto(file);
          // So that the same photo can be chosen again.
          event.target.value = '';
        }}
      />
      <Button
        variant="quiet"
        wide={!slim}
        size={slim ? 'slim' : 'tall'}
        icon="camera"
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {t('scanner.photo.action')}
      </Button>
    </>
  );
}
