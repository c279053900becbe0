import styles from './avatar.module.css';

/** 'Lucía Fernández de la Vega' → 'LF'; one letter for a single word, or where two would join into a word. */
export function initials(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '');
  const shown = /^\p{Script=Arabic}/u.test(letters[0]!) ? letters.slice(0, 1) : letters;
  return shown.join('').toUpperCase();
}

/** One of four backgrounds, always the same for a user. */
export function avatarTone(id: string): 1 | 2 | 3 | 4 {
  let sum = 7;
  for (const c of id) sum = (Math.imul(sum, 31) + (c.codePointAt(0) ?? 0)) >>> 0;
  return ((sum % 4) + 1) as 1 | 2 | 3 | 4;
}

type AvatarProps = {
  id: string;
  name: string;
  photo?: string | null;
  /** 44 px by default; xs 32, xl 72. */
  size?: 'xs' | 'xl';
};

/** Decorative. The style sheet draws the initials: as text they would be part of a button's visible label. */
export function Avatar({ id, name, photo, size }: AvatarProps) {
  const tone = avatarTone(id);
  return (
    <span
      className={styles.avatar}
      data-tone={tone}
      data-size={size}
      data-initials={initials(name)}
      aria-hidden="true"
    >
      {photo && (
        <img
          key={photo}
          className={styles.photo}
          src={photo}
          alt=""
          loading="lazy"
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}
