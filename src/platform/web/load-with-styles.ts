/** For each file, the element of the document that has its styles, or the load of the file. */
const sheets: Record<string, Element | Promise<unknown> | undefined> = {};

const loadSheet = (file: string) =>
  (sheets[file] ??=
    document.querySelector(`[data-files~="${file}"]`) ??
    new Promise((onload, onerror) => {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'stylesheet', href: `/${file}`, onload, onerror }));
    }));

/**
 * A dynamic import with the styles of its chunks, in the order of the `files`; the build calls it. It fails
 * if one of them does, and then in this document every time, as a browser may keep a failed import.
 */
export const loadWithStyles = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => (await Promise.all([load(), ...files.map(loadSheet)]))[0];
