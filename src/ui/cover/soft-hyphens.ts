/** Shorter words stay whole: they fit a line at the smallest size. */
const LONG_WORD = /\p{Script=Latin}{19,}/gu;
/** Few titles have such a word: this is found in less time than the script of their letters. */
const MAY_BE_LONG = /\S{19}/;
/** Before a consonant, or a group that one sound has, with a vowel behind it; three letters stay on both sides. */
const SYLLABLE =
  /(?<=\p{L}{3})(?=(?:sch|[cpst]h|qu|ck|[bcdfghjklmnpqrstvwxzçñß])[aeiouyäöüáéíóúàèâêåøæ]\p{L})(?<!s(?=ch)|[cpst](?=h)|c(?=k))/giu;

/** 'Rechts­schutz­ver­si­che­rung': marks where a long word may break, by sounds, since its language is unknown. */
export const withSoftHyphens = (text: string): string =>
  MAY_BE_LONG.test(text) ? text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00ad')) : text;
