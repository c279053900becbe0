/** Illustrations on 152 × 96 of the first script, with Home; the others are in `page-illustrations.ts`. */
export const coreIllustrations = {
  'no-books-found':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="24" y="40" width="14" height="48" rx="1.5"/><rect class="f2" x="38" y="32" width="12" height="56" rx="1.5"/><path class="q" d="M53 88V36h22v52"/><rect class="f3" x="78" y="44" width="13" height="44" rx="1.5"/><path class="f3" d="m95 88-2-1 15-46 11 3.5-14 43.5z"/><circle class="f0" cx="72" cy="44" r="19"/><path class="g2" d="m86 58 15 15"/><path class="n" d="M64 44a8 8 0 0 1 8-8"/>',

  error:
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="26" y="36" width="14" height="52" rx="1.5"/><rect class="f3" x="40" y="46" width="12" height="42" rx="1.5"/><path class="f2" d="m58 88 34-8-3-13-35 8z"/><path class="f1" d="m54 71 38-1-.5-12-38 1z"/><path class="f3" d="m62 56 30-10 4 11-31 10z"/><path class="n" d="M112 28v10m0 6v.3"/><path class="n" d="M112 16 95 50h34z"/>',
} as const;
