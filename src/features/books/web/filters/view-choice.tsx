import { t } from '#platform/shared/texts/t.ts';
import { type ListView, listViews, readListView, setListView } from '#ui/display/list-view.ts';
import shared from '#ui/shared.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';

const labels = (): Record<ListView, string> => ({
  rows: t('books.filters.view-rows'),
  covers: t('books.filters.view-covers'),
});

/** How lists of books look in this browser. It is no filter: the choice is applied at once. */
export function ViewChoice() {
  return (
    <fieldset className={optionGroupStyles.group}>
      <legend className={shared.legend}>{t('books.filters.view')}</legend>
      <div className={optionGroupStyles.segments}>
        {listViews.map((view) => (
          <label key={view} className={optionGroupStyles.option}>
            <input
              type="radio"
              name="view"
              // Not a field of the form around it.
              form=""
              defaultChecked={readListView() === view}
              onChange={(event) => {
                event.stopPropagation();
                setListView(view);
              }}
            />
            {labels()[view]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
