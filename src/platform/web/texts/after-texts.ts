import { loadTexts } from './page-texts.ts';

let later: Promise<void> | undefined;

/**
 * A dynamic import after the texts that its modules may show: the build calls it for each that leads to no page. Pages
 * bring their own texts.
 */
export async function afterTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  later ??= loadTexts('later').catch((error: unknown) => {
    later = undefined;
    throw error;
  });
  return (await Promise.all([load(), later]))[0];
}
