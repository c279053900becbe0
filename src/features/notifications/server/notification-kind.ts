import type { Locale } from '#platform/shared/texts/locale.ts';
import type { Translate } from '#platform/shared/texts/t.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SettingName } from '../setting-definitions.ts';
import type { Receiver } from './find-receivers.ts';

/** Why a notification is not sent: 'read', 'blocked'. What `npm run admin -- notifications` prints. */
type Withdrawal = string | null;

/** What is known of the subject of a notification when its time has come: the columns of `factsSql`. */
export type NotificationFacts = {
  /** Withdraws both the pushes and the email, or one of the two. */
  withdrawn?: Withdrawal;
  noPush?: Withdrawal;
  noMail?: Withdrawal;
};

type PushText = { title: string; body: string; path: string };
export type EmailContext = Pick<ServerContext, 'publicUrl' | 'secrets' | 'localeOf'>;

/** The locale of a device, and the texts in its language. */
export type PushReader = { locale: Locale; text: Translate };

/** The receiver of an email. */
export type EmailReader = PushReader & Pick<Receiver, 'id' | 'name' | 'email'>;

/**
 * One kind of notification: its texts, settings, channels, grouping and what withdraws it. `app` lists the
 * kinds. A row says whom and what it is about; the texts are made of `factsSql` when it is sent.
 */
export type NotificationKind<Facts extends NotificationFacts = never> = {
  /** Stored: it never changes. */
  name: string;
  /**
   * A SELECT of at most one row, in a statement that has the notification as `n`, the time as `clock.now`, and
   * the id of the device of a push as `d.id` (null for an email). Without a row the subject is gone.
   */
  factsSql: string;
  push?: {
    /** The setting; without one each device is a setting. */
    setting?: Extract<SettingName, `push${string}`>;
    /** `count` is set for one push about more than `MAX_PUSHES_AT_ONCE` subjects. */
    text(facts: Facts, count: number | undefined, to: PushReader): PushText;
  };
  mail?: {
    setting: Extract<SettingName, `mail${string}`>;
    /** Why a row causes no email: of an email that came too late. */
    maxAgeMs?: number;
    /** 'row': one email for each; 'subject': one about the last of each subject; 'user': one about all. */
    groupedBy: 'row' | 'subject' | 'user';
    /** The next email must not come before. */
    notBefore?(facts: Facts): Date | null;
    text(context: EmailContext, to: EmailReader, facts: Facts[]): Omit<EmailMessage, 'to'>;
  };
};

/** The key of a notification: there is one for each subject, and for each `seq` of a conversation. */
export type NotificationKey = { userId: string; kind: string; subjectId: string; seq: number };
