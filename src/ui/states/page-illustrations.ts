/** The small illustrations of empty pages, SVG markup on 152 × 96. A browser fetches them when it draws one. */
export const pageIllustrations = {
  'book-not-found':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="22" y="42" width="14" height="46" rx="1.5"/><rect class="f2" x="36" y="32" width="15" height="56" rx="1.5"/><path class="q" d="M55 88V28h38v60"/><path class="n" d="M68 49.5a6.2 6.2 0 1 1 9 5.5c-2.1 1.1-3 2.4-3 4.8m0 6.5v.3"/><path class="f1" d="M97 36h15v52H97z"/><path class="g" d="M97 46h15M97 78h15"/><path class="f3" d="m116 88-1.8-.4 7-37 10.8 2-7 35.4z"/>',
  'no-favorites':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="28" y="38" width="14" height="50" rx="1.5"/><rect class="f2" x="42" y="30" width="15" height="58" rx="1.5"/><path class="f0" d="M57 24h34v64H57z"/><path class="n" d="M62 24v64"/><path class="f1" d="M76.5 58 66 47.5a6.7 6.7 0 0 1 9.5-9.5l1 1 1-1a6.7 6.7 0 0 1 9.5 9.5z"/><path class="f3" d="m95 88-2-.5 8-42 12 2.5-8 40z"/>',
  'no-messages':
    '<path class="f0" d="M30 18h62a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H52L37 75V62h-7a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z"/><path class="n" d="M38 34h40M38 45h26"/><path class="f1" d="M84 44h38a5 5 0 0 1 5 5v25a5 5 0 0 1-5 5h-3v10l-12-10H84a5 5 0 0 1-5-5V49a5 5 0 0 1 5-5z"/><path class="g" d="M90 58h26M90 67h16"/>',
  'first-message':
    '<path class="f0" d="M30 18h62a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H52L37 75V62h-7a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z"/><path class="n" d="M38 34h40M38 45h26"/><path class="f1" d="M84 44h38a5 5 0 0 1 5 5v25a5 5 0 0 1-5 5h-3v10l-12-10H84a5 5 0 0 1-5-5V49a5 5 0 0 1 5-5z"/><circle class="g" cx="94" cy="62" r="1"/><circle class="g" cx="103" cy="62" r="1"/><circle class="g" cx="112" cy="62" r="1"/>',
  'invalid-conversation':
    '<path class="f1" d="M30 18h62a5 5 0 0 1 5 5v34a5 5 0 0 1-5 5H52L37 75V62h-7a5 5 0 0 1-5-5V23a5 5 0 0 1 5-5z"/><path class="g" d="M38 34h40M38 45h26"/><path class="q" d="M84 44h38a5 5 0 0 1 5 5v25a5 5 0 0 1-5 5h-3v10l-12-10H84a5 5 0 0 1-5-5V49a5 5 0 0 1 5-5z"/>',
  'nothing-for-sale':
    '<path class="n" d="M12 88.5h128"/><rect class="f2" x="26" y="34" width="15" height="54" rx="1.5"/><rect class="f3" x="41" y="44" width="12" height="44" rx="1.5"/><path class="q" d="M58 88V30h36v58"/><path class="n" d="M76 50v18M67 59h18"/><path class="f1" d="M99 36h15v52H99z"/><path class="g" d="M99 46h15M99 78h15"/>',
  'not-on-device':
    '<path class="n" d="M12 88.5h128"/><path class="f2" d="M42 88V76.5h62V88z"/><path class="f1" d="M49 76.5V65h56v11.5z"/><path class="g" d="M58 65v11.5M96 65v11.5"/><path class="f0" d="M62 51h32a11 11 0 0 0 1.5-21.9A16 16 0 0 0 65 26.2 12.5 12.5 0 0 0 62 51z"/><path class="n" d="M60 58 99 14"/>',
  'course-not-found':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="24" y="52" width="16" height="36" rx="1.5"/><rect class="f2" x="40" y="44" width="13" height="44" rx="1.5"/><path class="f1" d="M76 22 44 37l32 15 32-15z"/><path class="f0" d="M57 43.5v16c5 4.6 11.5 7 19 7s14-2.4 19-7v-16l-19 9z"/><path class="n" d="M108 37v19"/><circle class="f1" cx="108" cy="59" r="3"/><rect class="f3" x="112" y="66" width="16" height="22" rx="1.5"/>',
  'nothing-wanted':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="30" y="42" width="14" height="46" rx="1.5"/><rect class="f2" x="44" y="34" width="15" height="54" rx="1.5"/><path class="n q" d="M64 28h26v58H64z"/><path class="f1" d="M77 44.5l2.8 5.7 6.3.9-4.5 4.4 1 6.3-5.6-3-5.6 3 1-6.3-4.5-4.4 6.3-.9z"/><rect class="f3" x="96" y="40" width="13" height="48" rx="1.5"/>',
  'user-not-found':
    '<path class="n" d="M12 88.5h128"/><rect class="f3" x="24" y="46" width="14" height="42" rx="1.5"/><rect class="f2" x="38" y="36" width="15" height="52" rx="1.5"/><path class="q" d="M57 88V80a19 19 0 0 1 38 0v8"/><circle class="q" cx="76" cy="44" r="13"/><rect class="f1" x="99" y="38" width="15" height="50" rx="1.5"/><path class="g" d="M99 48h15M99 78h15"/>',
  books:
    '<path class="n" d="M12 88.5h128"/><rect class="f1" x="34" y="30" width="16" height="58" rx="1.5"/><rect class="f2" x="50" y="42" width="13" height="46" rx="1.5"/><path class="n q" d="M70 34h15v54H70zM91 44h13v44H91zM110 30h14v58h-14z"/>',
  received:
    '<path class="n" d="M12 88.5h128"/><path class="f3" d="M44 14h48l16 16v58H44z"/><path class="n" d="M92 14v16h16M56 40h36M56 52h40M56 64h22"/><circle class="f1" cx="108" cy="72" r="15"/><path class="g" d="m101 72 5 5 9-10"/>',
  'no-camera':
    '<path class="f3" d="M38 30h18l8-12h26l8 12h16a6 6 0 0 1 6 6v40a6 6 0 0 1-6 6H38a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z"/><circle class="f2" cx="77" cy="55" r="16"/><path class="n g2" d="M30 88 124 12"/>',
  'closed-building':
    '<path class="n" d="M12 88.5h128"/><path class="f3" d="M34 88V42h84v46z"/><path class="f2" d="M28 42 76 14l48 28z"/><path class="n" d="M46 88V54M62 88V54M90 88V54M106 88V54"/><circle class="f1" cx="76" cy="66" r="14"/><path class="g" d="M72 60v12m8-12v12"/>',
  'empty-signpost':
    '<path class="n" d="M12 88.5h128"/><path class="f3" d="M66 88V34h6v54z"/><path class="f2" d="M40 22h62l12 10-12 10H40z"/><path class="n q" d="M52 32h42"/><path class="n" d="M120 60v9m0 6v.3"/><circle class="n" cx="120" cy="68" r="13"/>',
} as const;
