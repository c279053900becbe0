import { failsWith } from '#platform/web/mutations/mutation-failures.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';

type CsvButtonProps = {
  children: string;
  fileName: string;
  fetchFile: () => Promise<{ csv: string }>;
  onSaved?: (csv: string) => void;
  errorText: string;
};

/** Saves a CSV file of the server on the device. */
export function CsvButton({ children, fileName, fetchFile, onSaved, errorText }: CsvButtonProps) {
  const save = useSingleMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { csv } = await fetchFile();
      // Spreadsheets assume another encoding if there is no BOM.
      saveFile(fileName, new Blob(['\uFEFF', csv], { type: 'text/csv' }));
      onSaved?.(csv);
    },
    meta: failsWith(errorText),
  });
  return (
    <Button variant="text" size="slim" icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  );
}
