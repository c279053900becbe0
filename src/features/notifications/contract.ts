import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage, toFieldName } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import {
  settingDefinitions,
  settingNames,
  type SettingName,
  type SettingValues,
} from './setting-definitions.ts';

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .transform((text) => text.replace(/=+$/, ''))
    .refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === bytes, {
      error: (issue) =>
        issueMessage(
          textToken('notifications.field.key.invalid', { field: toFieldName(issue), bytes: String(bytes) }),
        ),
    });

/**
 * Browsers write none of these characters. A reader could mistake another part of the URL for the host, or
 * treat two spellings as two devices.
 */
const MISLEADING_URL = /[\\#]|\/\/[^/]*@/;

/** Normalized as browsers write it: a subscription is found by this text. */
const endpoint = z
  .string()
  .max(1_000)
  .refine((text) => !MISLEADING_URL.test(text), {
    error: (issue) =>
      issueMessage(textToken('notifications.field.endpoint.misleading', { field: toFieldName(issue) })),
    abort: true,
  })
  .pipe(
    z
      .url({
        error: (issue) =>
          issueMessage(textToken('notifications.field.endpoint.invalid', { field: toFieldName(issue) })),
        normalize: true,
      })
      .max(1_000),
  );

/** A browser's push subscription, as `JSON.stringify` writes it. */
const subscription = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionInput = z.infer<typeof subscription>;

/** The push token of the specification is this subscription as JSON text. */
const tokenText = z
  .string()
  .max(4_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({
        code: 'custom',
        message: issueMessage(textToken('notifications.field.token.invalid', { field: 'token' })),
      });
      return z.NEVER;
    }
  })
  .pipe(subscription);

const toSettingSchema = (name: SettingName): z.ZodType => {
  const definition = settingDefinitions[name];
  const schema = 'choices' in definition ? z.enum(definition.choices) : z.boolean();
  return schema.describe(definition.description);
};

const settings = z.strictObject({
  ...(Object.fromEntries(settingNames.map((name) => [name, toSettingSchema(name)])) as {
    [Name in SettingName]: z.ZodType<SettingValues[Name]>;
  }),
  emailVerified: z.boolean().describe('Emails are sent to verified addresses only'),
});
export type NotificationSettings = z.infer<typeof settings>;

export const notificationEndpoints = defineEndpoints({
  'GET /api/notifications/key': {
    auth: 'public',
    summary: 'Returns the public key for push subscriptions (VAPID), as base64url',
    response: z.strictObject({ key: z.string() }),
  },
  'PUT /api/users/me/push-token': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Subscribes this device to push notifications for the signed-in user',
    body: z.object({ token: z.union([tokenText, subscription]) }),
    response: z.strictObject({ stored: z.literal(true) }),
  },
  'DELETE /api/users/me/push-token': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Unsubscribes a device from notifications',
    body: z.object({ endpoint }),
    response: z.strictObject({ removed: z.boolean() }),
  },
  'GET /api/users/me/notifications': {
    auth: 'user',
    summary: 'Returns your notification settings',
    response: settings,
  },
  'PATCH /api/users/me/notifications': {
    auth: 'user',
    whilePaused: 'allowed',
    growsDatabase: false,
    summary: 'Changes your notification settings',
    body: settings.omit({ emailVerified: true }).partial(),
    response: settings,
  },
});
export type NotificationEndpoints = typeof notificationEndpoints;

export const notificationProblems = defineProblems({
  'invalid-push-subscription': { status: 400 },
});

export const notificationProblem = createProblemFactory('notifications', notificationProblems);

/** The JSON payload of a push message. */
export type PushPayload = {
  title: string;
  body: string;
  /** The target of the notification; a newer notification replaces one with the same path. */
  path: string;
  /** ISO 8601 */
  sentAt: string;
};

/** A message arrived while the user looks at the product: no notification is needed up to this `seq`. */
export const noticedMessage = z.object({
  conversationId: uuidSchema,
  upToSeq: z.int32().min(1),
});

declare module '#features/live/contract.ts' {
  interface ClientMessages {
    noticed: z.infer<typeof noticedMessage>;
  }
}
