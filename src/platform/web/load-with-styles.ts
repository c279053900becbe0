/** For each file, the element of the document that has its styles, or the load of the file. */
const sheets: Record<string, Element | Promise<unknown> | undefined> = {};

const loadSheet = (file: string) =>
  (sheets[file] ??=
    document.querySelector(`[data-files~="${file}"]`) ??
    new Promise((onload, onerror) => {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'stylesheet', href: `/${file}`, onload, onerror }));
    }));

/** A dynamic import with its styles, in order; the build calls it. A failure lasts, as browsers may keep it. */
export const loadWithStyles = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => (await Promise.all([load(), ...files.map(loadSheet)]))[0];
