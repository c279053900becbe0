import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const FC_LIST_TIMEOUT_MS = 5_000;

/** Scripts beyond those of every server's fonts, each with the language by which fontconfig knows it. */
const EXTRA_SCRIPTS = {
  Arabic: { language: 'ar', letter: /\p{Script=Arabic}/u },
  Hebrew: { language: 'he', letter: /\p{Script=Hebrew}/u },
  Chinese: { language: 'zh-cn', letter: /\p{Script=Han}/u },
  Japanese: { language: 'ja', letter: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  Korean: { language: 'ko', letter: /\p{Script=Hangul}/u },
  Thai: { language: 'th', letter: /\p{Script=Thai}/u },
  Devanagari: { language: 'hi', letter: /\p{Script=Devanagari}/u },
} as const;

export type ExtraScript = keyof typeof EXTRA_SCRIPTS;

export const extraScripts = Object.keys(EXTRA_SCRIPTS) as ExtraScript[];

/** Whether fonts for these scripts draw the text without boxes. */
export const isDrawable = (text: string, drawable: ReadonlySet<ExtraScript>): boolean =>
  extraScripts.every((script) => drawable.has(script) || !EXTRA_SCRIPTS[script].letter.test(text));

/** Asks fontconfig, as the drawing of an image does. Without its program no extra script counts as drawable. */
export async function findDrawableScripts(run = listFonts): Promise<ReadonlySet<ExtraScript>> {
  const found = await Promise.all(
    extraScripts.map(async (script) => {
      const fonts = await run(EXTRA_SCRIPTS[script].language).catch(() => '');
      return fonts.trim() === '' ? [] : [script];
    }),
  );
  return new Set(found.flat());
}

async function listFonts(language: string): Promise<string> {
  const { stdout } = await promisify(execFile)('fc-list', [`:lang=${language}`, 'family'], {
    timeout: FC_LIST_TIMEOUT_MS,
  });
  return stdout;
}
