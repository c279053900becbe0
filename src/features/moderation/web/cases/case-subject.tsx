import { userUrl } from '#features/accounts/rules.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import type { CaseDetail } from '../../case-schemas.ts';
import { describeTarget } from './case-texts.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './cases.module.css';

/** The listing, the text or the page that a case is about, and the person responsible. */
export function CaseSubject({ found }: { found: CaseDetail }) {
  const { book, person, text, target } = found;
  return (
    <Section title={t('moderation.subject.title')}>
      <List>
        {book !== null && <BookItem book={book} />}
        {person !== null && <PersonItem person={person} facts={found.personFacts} />}
        {target.type === 'page' && (
          <Link className={listStyles.item} href={target.id}>
            <span dir="ltr" className={cx(shared.grow, shared.truncate)}>
              {target.id}
            </span>
            <Icon name="chevron-right" size="s" />
          </Link>
        )}
        {book === null && person === null && target.type !== 'page' && (
          <p className={listStyles.item}>{describeTarget(target)}</p>
        )}
      </List>
      {book !== null && <HiddenBook book={book} />}
      {text !== null && (
        <blockquote dir="auto" className={cx(listStyles.panel, shared.prose)}>
          {text}
        </blockquote>
      )}
    </Section>
  );
}

type CaseBook = NonNullable<CaseDetail['book']>;

function BookItem({ book }: { book: CaseBook }) {
  const now = useNow().getTime();
  const { id, title, image, price, isHidden, isDeleted } = book;
  const content = (
    <>
      <Cover book={book} size="s" photo={image === null ? null : { ...photoSources(image), sizes: '40px' }} />
      <span className={shared.grow}>
        <b dir="auto" className={cx(shared.serif, shared.block)}>
          {title}
        </b>
        <span className={cx(shared.row, shared.wrap, shared.tiny)}>
          {isDeleted ? (
            <Badge tone="inactive">{t('moderation.subject.deleted')}</Badge>
          ) : (
            <Badge tone={isHidden ? 'inactive' : 'active'}>{stateText(book)}</Badge>
          )}
          <span className={shared.soft}>
            {rich('moderation.subject.listed', {
              price: formatMoney(price),
              time: () => <Time at={book.createdAt} now={now} />,
            })}
          </span>
        </span>
      </span>
    </>
  );
  // The page of a hidden one is its owner's alone.
  if (isDeleted || isHidden) return <div className={listStyles.item}>{content}</div>;
  return (
    <Link className={listStyles.item} href={`/book/${id}`}>
      {content}
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}

function stateText({ isHidden, isWaiting }: CaseBook): string {
  if (!isHidden) return t('moderation.subject.shown');
  return isWaiting ? t('moderation.subject.waiting') : t('moderation.subject.hidden');
}

/** What the page of a hidden listing shows nobody else, as staff decide by it. */
function HiddenBook({ book: { title, photos, description, isHidden } }: { book: CaseBook }) {
  if (!isHidden || (photos.length === 0 && description === '')) return null;
  return (
    <div className={cx(listStyles.panel, shared.stack, shared.tight)}>
      {photos.length > 0 && (
        <div className={cx(shared.row, shared.wrap)}>
          {photos.map((photo) => (
            <a key={photo} href={photo} target="_blank" rel="noreferrer">
              <img {...photoSources(photo)} sizes="96px" alt={title} className={styles.photo} />
            </a>
          ))}
        </div>
      )}
      {description !== '' && (
        <p dir="auto" className={shared.prose}>
          {description}
        </p>
      )}
    </div>
  );
}

type PersonItemProps = {
  person: NonNullable<CaseDetail['person']>;
  facts: CaseDetail['personFacts'];
};

function PersonItem({ person: { id, name }, facts }: PersonItemProps) {
  const now = useNow().getTime();
  const isPaused = facts?.pausedUntil != null && Date.parse(facts.pausedUntil) > now;
  if (name === null) return <p className={listStyles.item}>{t('moderation.subject.former-user')}</p>;
  return (
    <Link className={listStyles.item} href={userUrl(id)}>
      <Avatar id={id} name={name} />
      <span className={shared.grow}>
        <b dir="auto" className={shared.block}>
          {name}
        </b>
        {facts !== null && (
          <span className={cx(shared.tiny, shared.soft, shared.block)}>
            {rich('moderation.subject.person', {
              since: () => <Time at={facts.createdAt} now={now} form="month" />,
              sales: facts.confirmedSales,
            })}
          </span>
        )}
        {isPaused && (
          <span className={cx(shared.tiny, shared.block)}>
            {rich('moderation.subject.paused', {
              time: () => <Time at={facts.pausedUntil!} now={now} form="until" />,
            })}
          </span>
        )}
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}
