import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatThousands } from '#platform/shared/money.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { CourseEndpoints, ImportReport } from '../../contract.ts';
import { coursesKey } from '../course-queries.ts';
import { CsvButton } from './csv-button.tsx';
import { ImportPreview } from './import-preview.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';
import styles from './course-import.module.css';

type ChosenFile = { name: string; csv: string };

/** Imports a CSV file after a preview of what would change. */
export function CourseImport({ onImported }: { onImported: () => void }) {
  const transport = useTransport();
  const queries = useQueryClient();
  const [file, setFile] = useState<ChosenFile | null>(null);
  /** Right at once: the state of the request changes too late for the second of two taps. */
  const isSent = useRef(false);
  const preview = useMutation({
    mutationFn: ({ csv }: ChosenFile) =>
      apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/preview', { body: { csv } }),
  });
  const importing = useMutation({
    mutationFn: ({ csv }: ChosenFile) =>
      apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/import', { body: { csv } }),
    onSuccess: (report) => {
      const rows = changedRows(report);
      toast({ title: 'Success!', description: `${rowsText(rows)} imported.` });
      cancel();
      onImported();
      return queries.invalidateQueries({ queryKey: coursesKey });
    },
    onError: (error) => {
      isSent.current = false;
      showErrorToast(failureText(error), 'Nothing was imported');
    },
  });
  const cancel = () => {
    setFile(null);
    preview.reset();
  };
  const choose = async (chosen: File) => {
    // What is not UTF-8 becomes marks that the server refuses line by line.
    const read = { name: chosen.name, csv: new TextDecoder().decode(await chosen.arrayBuffer()) };
    isSent.current = false;
    setFile(read);
    preview.mutate(read);
  };
  const report = preview.data;
  return (
    <section aria-labelledby="course-import">
      <Panel stack tight>
        <h3 className={shared.size20} id="course-import">
          Import
        </h3>
        <p className={cx(shared.small, shared.soft)}>
          A CSV file with the columns <code>code,title,term,isbn,requirement</code>. At most 10,000 rows. You
          see the changes first.
        </p>
        <FilePicker
          name={file?.name ?? null}
          note={preview.isPending ? 'Reading the file…' : report ? fileText(report) : null}
          busy={preview.isPending}
          onChoose={(chosen) => void choose(chosen)}
        />
        {preview.isError && (
          <p className={alertsStyles.note} data-tone="danger" role="alert">
            <Icon name="alert" />
            {failureText(preview.error)}
          </p>
        )}
        {file !== null && report && (
          <>
            <ImportPreview report={report} refusedButton={<RefusedLinesButton csv={file.csv} />} />
            <div className={shared.row}>
              <Button variant="quiet" onClick={cancel}>
                Cancel
              </Button>
              <Button
                className={shared.grow}
                busy={importing.isPending}
                disabled={changedRows(report) === 0}
                onClick={() => {
                  if (isSent.current) return;
                  isSent.current = true;
                  importing.mutate(file);
                }}
              >
                {changedRows(report) === 0 ? 'Nothing to import' : `Import ${rowsText(changedRows(report))}`}
              </Button>
            </div>
            <p className={cx(shared.tiny, shared.soft, shared.center)}>Nothing has changed yet.</p>
          </>
        )}
      </Panel>
    </section>
  );
}

function RefusedLinesButton({ csv }: Pick<ChosenFile, 'csv'>) {
  const transport = useTransport();
  return (
    <CsvButton
      fileName="refused-lines.csv"
      fetchFile={() =>
        apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/refused', { body: { csv } })
      }
      errorText="The refused lines were not saved."
    >
      Refused lines as CSV
    </CsvButton>
  );
}

const changedRows = ({ newCount, changedCount, formerCount }: ImportReport) =>
  newCount + changedCount + formerCount;
const rowsText = (count: number) => (count === 1 ? '1 row' : `${formatThousands(count)} rows`);
const fileText = ({ rowCount, separator }: ImportReport) =>
  `${rowsText(rowCount)}, ${separator === 'comma' ? 'commas' : 'semicolons'}`;

type FilePickerProps = {
  name: string | null;
  note: string | null;
  busy: boolean;
  onChoose: (file: File) => void;
};

function FilePicker({ name, note, busy, onChoose }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.file}>
      <Icon name="upload" />
      <span className={shared.grow}>
        <b className={cx(shared.truncate, shared.block)}>{name ?? 'No file chosen'}</b>
        <span className={cx(shared.tiny, shared.soft)} role="status">
          {note ?? 'Commas or semicolons, UTF-8'}
        </span>
      </span>
      <Button variant="quiet" size="slim" busy={busy} onClick={() => input.current?.click()}>
        {name === null ? 'Choose a file' : 'Choose another'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // The same file may be chosen again after it was corrected.
          event.target.value = '';
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </div>
  );
}
