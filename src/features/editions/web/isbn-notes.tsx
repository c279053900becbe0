import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useIsbnLookup, type IsbnLookupOptions } from './use-isbn-lookup.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

type IsbnNotesProps = IsbnLookupOptions & {
  /** The filled fields were emptied again. */
  onUndone: () => void;
};

export function IsbnNotes({ onUndone, ...options }: IsbnNotesProps) {
  const { ownListingId, isUnknown, isFilled, undo } = useIsbnLookup(options);
  return (
    <>
      {ownListingId !== null && (
        <p className={alertsStyles.note} role="status">
          <Icon name="info" />
          <span className={shared.grow}>{t('editions.notes.own')}</span>
          <Link className={alertsStyles.action} href={`/book/${ownListingId}`}>
            {t('editions.notes.show')}
          </Link>
        </p>
      )}
      {isFilled && (
        <p className={alertsStyles.note} data-tone="positive" role="status">
          <Icon name="check" />
          <span className={shared.grow}>{t('editions.notes.filled')}</span>
          <button
            type="button"
            className={alertsStyles.action}
            onClick={() => {
              undo();
              onUndone();
            }}
          >
            {t('editions.notes.undo')}
          </button>
        </p>
      )}
      {isUnknown && (
        <p className={alertsStyles.note} role="status">
          <Icon name="info" />
          <span>{t('editions.notes.unknown')}</span>
        </p>
      )}
    </>
  );
}
