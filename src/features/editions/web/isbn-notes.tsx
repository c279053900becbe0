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
          <span className={shared.grow}>You already have a listing for this book.</span>
          <Link className={alertsStyles.action} href={`/book/${ownListingId}`}>
            Show it
          </Link>
        </p>
      )}
      {isFilled && (
        <p className={alertsStyles.note} data-tone="positive" role="status">
          <Icon name="check" />
          <span className={shared.grow}>Filled in from the ISBN.</span>
          <button
            type="button"
            className={alertsStyles.action}
            onClick={() => {
              undo();
              onUndone();
            }}
          >
            Undo
          </button>
        </p>
      )}
      {isUnknown && (
        <p className={alertsStyles.note} role="status">
          <Icon name="info" />
          <span>We do not know this ISBN yet. Please fill in the rest.</span>
        </p>
      )}
    </>
  );
}
