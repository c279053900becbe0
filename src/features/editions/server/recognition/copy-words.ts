/** The rest of the text, except the number of a part at its end. */
const REST = String.raw`(?:(?! (?:\d{1,2}|[ivx]{1,4}) *$).)*`;

/** What sellers add to a title and does not tell its work, in folded text. */
const PATTERNS: readonly RegExp[] = [
  // Form of the copy.
  /\b(?:hard ?(?:cover|back)|paper ?back|soft ?cover|loose[ -]?leaf|spiral[ -]?bound|binder[ -]ready|unbound|stand ?-?alone(?: book)?|book only|text only|e-?book|pdf|kindle|taschenbuch|gebunden|tapa (?:dura|blanda)|brand new|like new|used|new)\b/gu,
  // What comes with it.
  new RegExp(
    String.raw`(?:\b(?:with|plus|incl(?:uding|udes|[.])?|mit|con|avec)|\+) ?(?:free |an? |the )?(?:access|my ?\w*lab\w*|mastering\w*(?:&\w+)?|mindtap|web ?assign|connect|wiley ?plus|launch ?pad|achieve|sapling|aleks|cd|dvd|audio|online|digital|super ?site|e-?text|e-?book|code|answers?|key|losungen)\b${REST}`,
    'gu',
  ),
  new RegExp(String.raw`\baccess code${REST}|\bwiley ?plus\b`, 'gu'),
  // Exercises beside the text: 'avec 350 questions et exercices corrigés'.
  /(?<=\p{L}.* )(?:with|mit|con|avec) (?:[\p{L}\d]+ ){0,5}(?:exercises|ubungen|aufgaben|ejercicios(?: resueltos)?|exercices(?: corriges)?)\b/gu,
  // Publishers and markets.
  /\b(?:pearson|mcgraw[ -]?hill|cengage|wiley|openstax|isbn)\b/gu,
  /\bin si units?\b|\bsi(?: units?| version)?(?= *$)|(?<=[\p{L}),] )(?:(?:international|global)(?: metric)?|metric)(?= *(?:$|,))|(?<= )(?:ise|isv|pnie)(?= *$)/gu,
  // Editors and series of classics.
  /(?<=\p{L} )(?:(?:norton|bedford)(?: critical)?|critical|arden(?: shakespeare)?|folger(?: shakespeare)?(?: library)?|penguin(?: (?:modern )?classics| books)?|oxford world'?s classics|signet(?: classics?)?|dover(?: thrift)?|vintage(?: classics)?|wordsworth(?: classics)?|reclam|folio|livre de poche|suhrkamp|dtv|catedra|alianza)(?= *(?:$|,|edition))/gu,
  /(?<=[,:] *)(?:[\p{L}&-]+ ){0,4}series in [^,;:()]*/gu,
  /\bexamples (?:and|&) explanations?\b[: ]*(?:for |in )?/gu,
  /\btext ?book\b/gu,
  /\blibro de texto\b/gu,
];

/** Remarks on the state of the copy, in folded text. */
const REMARKS =
  /\*[^*]*\*|(?<!\p{L})(?:(?:in )?(?:very |really )?(?:good|great|excellent|fair|mint|perfect|acceptable) condition|(?:barely|gently|lightly|hardly) used|no (?:writing|highlighting|markings)|(?:lightly |heavily )?highlighted|(?:sehr )?gut(?:er|em) zustand|wie neu|gebraucht|(?:en )?(?:muy )?buen estado|como nuev[oa]|usad[oa]|مستعمل(?:ه)?|بحاله (?:جيده|ممتازه))(?!\p{L})/gu;

/** Returns folded text without words about the copy. */
export const withoutCopyWords = (text: string): string =>
  [REMARKS, ...PATTERNS].reduce((rest, pattern) => rest.replace(pattern, ' '), text).trim();
