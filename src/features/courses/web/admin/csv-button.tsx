import { useState } from 'react';
import { saveFile } from '#platform/web/save-file.ts';
import { Button } from '#ui/actions/button.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';

type CsvButtonProps = {
  children: string;
  fileName: string;
  fetchFile: () => Promise<{ csv: string }>;
  onSaved?: (csv: string) => void;
  errorText: string;
};

/** Saves a CSV file of the server on the device. */
export function CsvButton({ children, fileName, fetchFile, onSaved, errorText }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csv } = await fetchFile();
      // With a BOM, or spreadsheets take it for another encoding.
      saveFile(fileName, new Blob(['\uFEFF', csv], { type: 'text/csv' }));
      onSaved?.(csv);
    } catch {
      showErrorToast(errorText, 'Error');
    }
    setBusy(false);
  };
  return (
    <Button variant="text" size="slim" icon="download" busy={isBusy} onClick={() => void save()}>
      {children}
    </Button>
  );
}
