import { z } from 'zod';
import { email } from '#features/accounts/contract.ts';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { MAX_AMOUNT } from '#platform/shared/market/market.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { multilineText, singleLineText } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import {
  hueNames,
  isEmailDomain,
  isTimeZone,
  MAX_CAMPUS_NAME_LENGTH,
  MAX_EMAIL_DOMAINS,
  MAX_ICON_BYTES,
  MAX_LEGAL_ADDRESS_LENGTH,
  MAX_LEGAL_NAME_LENGTH,
  toEmailDomain,
} from './rules.ts';

const orNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema
    .transform((text) => text || null)
    .nullable()
    .default(null);

const amount = z.int().min(1).max(MAX_AMOUNT).describe('Minor units of the currency');

/** What the administrators of a campus decide. */
export const campusSettings = z.object({
  name: orNull(singleLineText({ min: 0, max: MAX_CAMPUS_NAME_LENGTH, field: textId('campus.field.name') })),
  color: z.enum(hueNames),
  coordinates: z
    .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .default(null)
    .describe('Where the campus is, in degrees: neighbors say how far it is'),
  emailDomains: z
    .array(
      z
        .string()
        .transform(toEmailDomain)
        .refine(isEmailDomain, { error: issueMessage(textToken('campus.field.domain.invalid')) }),
    )
    .max(MAX_EMAIL_DOMAINS)
    .transform((domains) => [...new Set(domains)])
    .describe('A confirmed address of these gets the student badge'),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1)
    .transform((languages) => [...new Set(languages)])
    .describe('The first is the default'),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: issueMessage(textToken('campus.field.time-zone.invalid')) })
    .describe('By the IANA: America/New_York'),
  prices: z.strictObject({ boost: amount, adFree: amount.describe('Of a month, in minor units') }),
  approveFirstListing: z
    .boolean()
    .default(false)
    .describe('The listings of an account wait until a moderator has approved one'),
  legal: z.strictObject({
    name: orNull(
      singleLineText({ min: 0, max: MAX_LEGAL_NAME_LENGTH, field: textId('campus.field.legal-name') }),
    ),
    address: orNull(
      multilineText({ min: 0, max: MAX_LEGAL_ADDRESS_LENGTH, field: textId('campus.field.legal-address') }),
    ),
    email: email.nullable().default(null),
    person: orNull(
      singleLineText({ min: 0, max: MAX_LEGAL_NAME_LENGTH, field: textId('campus.field.legal-person') }),
    ).describe('Who is responsible for the content'),
  }),
});
export type CampusSettings = z.output<typeof campusSettings>;

const campus = z.strictObject({
  ...campusSettings.shape,
  version: z.int().describe('Grows with each change'),
  iconVersion: z.int().nullable().describe('Of the icon at /campus-icon-192.png; null: the icon of BookSwap'),
  operator: z
    .strictObject({
      host: z.string(),
      currency: z.string().describe('ISO 4217'),
      isCurrencyFixed: z.boolean().describe('Listings or payments exist: it never changes'),
    })
    .describe('What only the operator changes'),
});
export type Campus = z.output<typeof campus>;

const version = z.int().min(0).describe('The version that was read: a newer one answers 409');

export const campusEndpoints = defineEndpoints({
  'GET /api/admin/campus': {
    auth: 'admin',
    summary: 'Returns the settings of the campus',
    response: campus,
  },
  'PUT /api/admin/campus': {
    auth: 'admin',
    summary: 'Replaces the settings of the campus; every process uses them within two seconds',
    body: campusSettings.extend({ version }),
    response: campus,
  },
  'PUT /api/admin/campus/icon': {
    auth: 'admin',
    summary: 'Replaces the icon of the campus; null takes the icon of BookSwap',
    body: z.object({
      png: z
        .base64()
        .max(Math.ceil(MAX_ICON_BYTES / 3) * 4)
        .nullable()
        .describe('A square PNG of at least 512 pixels'),
      version,
    }),
    maxBodyBytes: Math.ceil(MAX_ICON_BYTES / 3) * 4 + 1_000,
    response: campus,
  },
});
export type CampusEndpoints = typeof campusEndpoints;

export const campusProblems = defineProblems({
  'campus-changed': { status: 409 },
  'invalid-icon': { status: 400 },
  'price-not-payable': { status: 400 },
});
export const campusProblem = createProblemFactory('campus', campusProblems);
