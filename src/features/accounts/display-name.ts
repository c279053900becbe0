import { singleLineText } from '#platform/shared/text-schemas.ts';
import { impersonatesOffice, impersonatesProduct, OFFICE_NAME_ERROR } from './reserved-names.ts';
import { isDisplayableName, looksLikeLink, normalizeName } from './rules.ts';

type NameLimits = { min: number; max: number; name: string };

/** A name that a user chooses. */
export const displayName = (limits: NameLimits) =>
  singleLineText(limits)
    .transform(normalizeName)
    .refine(isDisplayableName, {
      error: `${limits.name} contains characters that can't be displayed`,
      abort: true,
    })
    .refine((text) => !looksLikeLink(text), {
      error: `${limits.name} can't be a web or email address`,
      abort: true,
    })
    .refine((text) => !impersonatesProduct(text), { error: `${limits.name} can't look like BookSwap's` });

/** A name that does not look like an office of the campus either. */
export const unofficialName = (limits: NameLimits) =>
  displayName(limits).refine((text) => !impersonatesOffice(text), { error: OFFICE_NAME_ERROR });
