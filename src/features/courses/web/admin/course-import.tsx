import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOrderedMutation, useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { DescriptionList, Panel } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { CourseEndpoints, ImportReport } from '../../contract.ts';
import { MAX_IMPORT_ROWS } from '../../rules.ts';
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
  const preview = useOrderedMutation({
    scope: { id: 'course-preview' },
    mutationFn: ({ csv }: ChosenFile) =>
      apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/preview', { body: { csv } }),
  });
  const importing = useSingleMutation({
    mutationFn: ({ csv }: ChosenFile) =>
      apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/import', { body: { csv } }),
    onSuccess: (report) => {
      const count = changedRows(report);
      toast({
        title: t('courses.upload.done-title'),
        description: t('courses.upload.done', { count }),
      });
      cancel();
      onImported();
      return queries.invalidateQueries({ queryKey: coursesKey });
    },
    meta: failsAs(t('courses.upload.failed')),
  });
  const cancel = () => {
    setFile(null);
    preview.reset();
  };
  const choose = async (chosen: File) => {
    // What is not UTF-8 becomes marks that the server refuses line by line.
    const read = { name: chosen.name, csv: new TextDecoder().decode(await chosen.arrayBuffer()) };
    setFile(read);
    preview.mutate(read);
  };
  const report = preview.data;
  return (
    <section aria-labelledby="course-import">
      <Panel stack tight>
        <h3 className={shared.size20} id="course-import">
          {t('courses.upload.title')}
        </h3>
        <Intro />
        <FilePicker
          name={file?.name ?? null}
          note={preview.isPending ? t('courses.upload.reading') : report ? fileText(report) : null}
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
                {t('courses.upload.cancel')}
              </Button>
              <Button
                className={shared.grow}
                busy={importing.isPending}
                disabled={changedRows(report) === 0}
                onClick={() => importing.mutate(file)}
              >
                {changedRows(report) === 0
                  ? t('courses.upload.nothing')
                  : t('courses.upload.import', { count: changedRows(report) })}
              </Button>
            </div>
            <p className={cx(shared.tiny, shared.soft, shared.center)}>{t('courses.upload.unchanged')}</p>
          </>
        )}
      </Panel>
    </section>
  );
}

const Intro = () => (
  <>
    <IntroText />
    <ColumnWords />
  </>
);

/** What the words of the columns `requirement` and `editions` mean. */
const ColumnWords = () => (
  <DescriptionList
    facts={[
      { term: 'required', isCode: true, value: t('courses.list.required') },
      { term: 'recommended', isCode: true, value: t('courses.list.recommended') },
      { term: 'editions', isCode: true, value: t('courses.upload.optional-column') },
      { term: 'exact', isCode: true, value: t('courses.accepts.choice-exact') },
      { term: 'from:7', isCode: true, value: t('courses.accepts.choice-from', { number: 7 }) },
      { term: 'any', isCode: true, value: t('courses.accepts.choice-any') },
    ]}
  />
);

const COLUMNS = ['code', 'title', 'term', 'isbn', 'requirement', 'editions'];

/** Breaks between two names, if at all. */
const Columns = () => (
  <code className={styles.columns}>
    {COLUMNS.map((column, at) => (
      <Fragment key={column}>
        {at > 0 && ','}
        {at > 0 && <wbr />}
        {column}
      </Fragment>
    ))}
  </code>
);

const IntroText = () => (
  <p className={cx(shared.small, shared.soft)}>
    {rich('courses.upload.intro', {
      code: () => <Columns />,
      columns: COLUMNS.join(','),
      max: MAX_IMPORT_ROWS,
    })}
  </p>
);

function RefusedLinesButton({ csv }: Pick<ChosenFile, 'csv'>) {
  const transport = useTransport();
  return (
    <CsvButton
      fileName="refused-lines.csv"
      fetchFile={() =>
        apiClient<CourseEndpoints>(transport).call('POST /api/admin/courses/refused', { body: { csv } })
      }
      errorText={t('courses.upload.refused-failed')}
    >
      {t('courses.upload.refused')}
    </CsvButton>
  );
}

const changedRows = ({ newCount, changedCount, formerCount }: ImportReport) =>
  newCount + changedCount + formerCount;
const fileText = ({ rowCount, separator }: ImportReport) =>
  t('courses.upload.file', { count: rowCount, separator });

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
        <b dir="auto" className={cx(name !== null && shared.truncate, shared.block)}>
          {name ?? t('courses.upload.no-file')}
        </b>
        <span className={cx(shared.tiny, shared.soft)} role="status">
          {note ?? t('courses.upload.format')}
        </span>
      </span>
      <Button variant="quiet" size="slim" busy={busy} onClick={() => input.current?.click()}>
        {t(name === null ? 'courses.upload.choose' : 'courses.upload.choose-another')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={t('courses.upload.input')}
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
