import { loadTexts } from './page-texts.ts';

const loading = new Map<string, Promise<void>>();

function loadOnce(name: string): Promise<void> {
  const texts =
    loading.get(name) ??
    loadTexts(name).catch((error: unknown) => {
      loading.delete(name);
      throw error;
    });
  loading.set(name, texts);
  return texts;
}

/**
 * A dynamic import after the texts that its modules may show, those of all dialogs if it names no file: the build calls
 * it for each that leads to no page. Pages bring their own texts.
 */
export async function afterTexts<Module>(load: () => Promise<Module>, texts = 'later'): Promise<Module> {
  return (await Promise.all([load(), loadOnce(texts)]))[0];
}
