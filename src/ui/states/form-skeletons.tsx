import { t } from '#platform/shared/texts/t.ts';
import { BookRowSkeleton, LoadingText, SkeletonBlock } from './skeleton.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import buttonStyles from '../actions/button.module.css';
import fieldStyles from '../forms/field.module.css';
import fieldsStyles from '../forms/fields.module.css';
import linesStyles from '../layout/lines.module.css';
import listStyles from '../layout/list.module.css';
import styles from './form-skeletons.module.css';

const Field = ({ help = false }: { help?: boolean }) => (
  <div className={fieldStyles.field}>
    <SkeletonBlock width={20} />
    <span className={fieldsStyles.input} />
    {help && <SkeletonBlock width={60} />}
  </div>
);

/** `isNew`: with the button of the scanner, and the way to several books. */
export const ListingFormSkeleton = ({ label, isNew }: { label?: string; isNew?: boolean }) => (
  <>
    {label && <LoadingText>{label}</LoadingText>}
    <div className={cx(shared.row, styles.draftLine)} aria-hidden="true">
      <SkeletonBlock width={60} />
    </div>
    <div className={shared.stack} aria-hidden="true">
      {isNew && (
        <div className={cx(shared.stack, shared.tight)}>
          <span
            className={cx(buttonStyles.button, buttonStyles.wide)}
            data-size="tall"
            data-variant="quiet"
          />
          <span className={cx(buttonStyles.button, buttonStyles.wide)} data-variant="text" />
        </div>
      )}
      <Field help />
      <div className={styles.photosPlace} />
      <Field />
      <Field />
      <div className={fieldStyles.fieldRow}>
        <Field />
        <Field />
      </div>
      <Field />
    </div>
  </>
);

/** Below the picture of a scanner. */
export const ShelfFormSkeleton = () => (
  <div className={cx(shared.stack, styles.belowScanner)} aria-hidden="true">
    <Field />
  </div>
);

export const BoostPageSkeleton = () => (
  <>
    <LoadingText>{t('ui.loading.book')}</LoadingText>
    <BookRowSkeleton boosted />
    <p className={shared.tiny} aria-hidden="true">
      &nbsp;
    </p>
    <ul className={linesStyles.checks} aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <li key={row}>
          <SkeletonBlock width={60} />
        </li>
      ))}
    </ul>
    <div className={listStyles.panel} aria-hidden="true">
      <div className={styles.preparing} />
    </div>
  </>
);
