import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import type { UseFormSetValue } from 'react-hook-form';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Campus, CampusEndpoints } from '../contract.ts';
import { type HueName, hueNames, MAX_CAMPUS_NAME_LENGTH } from '../rules.ts';
import { type CampusFields, Group } from './group.tsx';
import { CampusPreview, CampusSquare, hueText } from './campus-preview.tsx';
import { campusQuery } from './campus-queries.ts';
import type { CampusValues } from './campus-form.ts';
import { readIcon } from './read-icon.ts';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

type LookSectionProps = {
  campus: Campus;
  values: CampusValues;
  field: CampusFields;
  setValue: UseFormSetValue<CampusValues>;
};

/** The name, the icon and the color, and how they look together. */
export function LookSection({ campus, values, field, setValue }: LookSectionProps) {
  return (
    <Group title={t('campus.look.title')}>
      <Panel stack>
        <TextField
          {...field('name')}
          label={t('campus.look.name')}
          maxLength={MAX_CAMPUS_NAME_LENGTH}
          autoComplete="off"
        />
        <IconRow campus={campus} name={values.name} color={values.color} />
        <fieldset className={styles.set}>
          <legend className={shared.legend}>{t('campus.look.color')}</legend>
          <div className={styles.hues}>
            {hueNames.map((hue) => (
              <label key={hue} className={styles.hue} data-hue={hue}>
                <input
                  className={optionGroupStyles.behind}
                  type="radio"
                  name="color"
                  aria-label={hueText(hue)}
                  checked={hue === values.color}
                  onChange={() => setValue('color', hue)}
                />
                <i />
                <Icon name="check" />
              </label>
            ))}
          </div>
          <p className={cx(shared.tiny, shared.soft)}>{t('campus.look.color-help')}</p>
        </fieldset>
      </Panel>
      <CampusPreview name={values.name} color={values.color} iconVersion={campus.iconVersion} />
    </Group>
  );
}

type IconRowProps = { campus: Campus; name: string; color: HueName };

/** The icon is saved at once: it is a file. */
function IconRow({ campus, name, color }: IconRowProps) {
  const file = useRef<HTMLInputElement>(null);
  const { change, isChanging } = useIcon(campus.version);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (chosen === undefined) return;
    const png = await readIcon(chosen).catch(() => null);
    if (png === null) showErrorToast(t('campus.look.icon-unreadable'));
    else change(png);
  };
  return (
    <div className={cx(shared.row, shared.wrap)}>
      <CampusSquare {...{ name, color, iconVersion: campus.iconVersion }} />
      <span className={cx(shared.grow, shared.small)}>
        <b className={shared.block}>{t('campus.look.icon')}</b>
        <span className={shared.soft}>{t('campus.look.icon-help')}</span>
      </span>
      <input
        ref={file}
        type="file"
        accept="image/png,image/svg+xml"
        className={shared.visuallyHidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => void choose(event)}
      />
      <Button variant="quiet" size="slim" busy={isChanging} onClick={() => file.current?.click()}>
        {t('campus.look.change-icon')}
      </Button>
      {campus.iconVersion !== null && (
        <Button variant="text" size="slim" disabled={isChanging} onClick={() => change(null)}>
          {t('campus.look.remove-icon')}
        </Button>
      )}
    </div>
  );
}

function useIcon(version: number) {
  const transport = useTransport();
  const queries = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (png: string | null) =>
      apiClient<CampusEndpoints>(transport).call('PUT /api/admin/campus/icon', { body: { png, version } }),
    onSuccess: (changed) => {
      queries.setQueryData(campusQuery(transport).queryKey, changed);
      toast({ title: t('campus.look.icon-changed') });
    },
    meta: failsAs(t('ui.error.title')),
  });
  return { change: (png: string | null) => mutate(png), isChanging: isPending };
}
