import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { MeasureReason } from '#features/moderation/rules.ts';
import { formatCount } from '#platform/shared/texts/numbers.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { DescriptionList, Panel } from '#ui/layout/list.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { TransparencyFigures } from '../contract.ts';
import { FEW, type Total } from '../figures.ts';
import { readYear, transparencyQuery } from './transparency-query.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';
import figuresStyles from '#ui/display/figures.module.css';
import tableStyles from '#ui/layout/table.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import styles from './transparency.module.css';

const reasons: Record<MeasureReason, PlainTextId> = {
  spam: 'transparency.reason.spam',
  scam: 'transparency.reason.scam',
  'prohibited-item': 'transparency.reason.prohibited-item',
  harassment: 'transparency.reason.harassment',
  'fake-account': 'transparency.reason.fake-account',
  'illegal-content': 'transparency.reason.illegal-content',
  other: 'transparency.reason.other',
};

/** `/transparency?year=`: what was reported, what was done, and how often it was wrong. */
export default function TransparencyPage({ search }: { search: URLSearchParams }) {
  // The server renders the current year for every URL.
  const isHydrated = useHydrated();
  const year = isHydrated ? readYear(search) : null;
  const figures = useQuery(transparencyQuery(useTransport(), year));
  const askAgain = useOfflineRetry(figures);
  useDocumentTitle(t('transparency.page.title'));
  return (
    <AppShell>
      <TitleHeader title={t('transparency.page.title')} back={useBack('/')} />
      <Main id="main" aria-busy={figures.isPlaceholderData || undefined}>
        <p>{t('transparency.page.intro')}</p>
        {askAgain !== null && <OfflineState level={2} onRetry={askAgain} />}
        {figures.data !== undefined && askAgain === null && <Figures figures={figures.data} />}
        {figures.isPending && askAgain === null && (
          <ConversationListSkeleton label={t('transparency.page.loading')} />
        )}
        {figures.data === undefined && figures.isError && (
          <ErrorState
            title={t('transparency.page.failed')}
            retrying={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        )}
        <p className={cx(shared.tiny, shared.soft)}>{t('transparency.page.hidden')}</p>
      </Main>
    </AppShell>
  );
}

function Figures({ figures }: { figures: TransparencyFigures }) {
  const { year, reports, notices, measures, appeals } = figures;
  const isEmpty = [reports, notices, measures, appeals].every((figure) => figure === 0);
  return (
    <>
      <div className={cx(shared.row, shared.between)}>
        <h2>{year}</h2>
        <YearChoice figures={figures} />
      </div>
      {isEmpty && <p className={shared.soft}>{t('transparency.page.nothing', { year: String(year) })}</p>}
      <div className={figuresStyles.figures}>
        <Figure total={reports} label={t('transparency.figure.reports')} />
        <Figure total={notices} label={t('transparency.figure.notices')} />
        <Figure total={measures} label={t('transparency.figure.measures')} />
      </div>
      <ByReason figures={figures} />
      <Appeals figures={figures} />
    </>
  );
}

function YearChoice({ figures: { year, years } }: { figures: TransparencyFigures }) {
  const [, navigate] = useLocation();
  const all = [...new Set([...years, year])].toSorted((one, other) => other - one);
  if (all.length < 2) return null;
  return (
    <div className={fieldsStyles.pick}>
      <select
        className={fieldsStyles.input}
        aria-label={t('transparency.page.year')}
        value={year}
        onChange={(event) => navigate(`/transparency?year=${event.target.value}`, { replace: true })}
      >
        {all.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  );
}

const AT_LEAST = 'at least ';

function figureText(figure: Total): string {
  if (typeof figure === 'number') return formatCount(figure);
  return figure === FEW
    ? t('transparency.figure.few')
    : t('transparency.figure.at-least', { count: figure.slice(AT_LEAST.length) });
}

const Figure = ({ total, label }: { total: Total; label: string }) => (
  <div>
    <b className={cx(total === FEW && figuresStyles.words)}>{figureText(total)}</b>
    <span>{label}</span>
  </div>
);

const CountCell = ({ figure }: { figure: Total }) => (
  <td className={tableStyles.number}>
    <span className={cx(figure === FEW && styles.few)}>{figureText(figure)}</span>
  </td>
);

function ByReason({ figures: { byReason } }: { figures: TransparencyFigures }) {
  const rows = new Map(byReason.map((row) => [row.reason, row]));
  return (
    <section className={appShellStyles.section}>
      <h3>{t('transparency.reason.title')}</h3>
      <Panel className={styles.box}>
        <table className={cx(tableStyles.table, styles.reasons)}>
          <thead>
            <tr>
              <th scope="col">{t('transparency.reason.column')}</th>
              <th scope="col" className={tableStyles.number}>
                {t('transparency.reason.reports')}
              </th>
              <th scope="col" className={tableStyles.number}>
                {t('transparency.reason.notices')}
              </th>
              <th scope="col" className={tableStyles.number}>
                {t('transparency.reason.measures')}
              </th>
            </tr>
          </thead>
          <tbody>
            {(Object.keys(reasons) as MeasureReason[]).map((reason) => {
              const row = rows.get(reason)!;
              return (
                <tr key={reason}>
                  <th scope="row">{t(reasons[reason])}</th>
                  <CountCell figure={row.reports} />
                  <CountCell figure={row.notices} />
                  <CountCell figure={row.measures} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </Panel>
    </section>
  );
}

const Appeals = ({
  figures: { appeals, reversals, medianHours, byProgram },
}: {
  figures: TransparencyFigures;
}) => (
  <section className={appShellStyles.section}>
    <h3>{t('transparency.appeals.title')}</h3>
    <DescriptionList
      facts={[
        { term: t('transparency.appeals.appeals'), value: figureText(appeals) },
        { term: t('transparency.appeals.reversed'), value: figureText(reversals) },
        {
          term: t('transparency.appeals.median'),
          value: medianHours === null ? '–' : t('transparency.appeals.hours', { count: medianHours }),
        },
        { term: t('transparency.appeals.by-program'), value: figureText(byProgram) },
      ]}
    />
  </section>
);
