import nodeModule from 'node:module';

const IN_PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/;

/**
 * Makes the start of a program that has many modules cost half: at each import Node parses the whole
 * package.json of the package that the module is in, and of the package that is imported. What the program
 * imports by name is resolved once, and the modules of packages with a large package.json find each other
 * by their paths.
 * @param {readonly string[]} largePackages names of ES packages whose modules import each other with full
 * file names
 */
export function rememberModules(largePackages) {
  const large = new Set(largePackages);
  /** @type {Map<string, nodeModule.ResolveFnOutput>} */
  const known = new Map();
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const { parentURL, conditions, importAttributes } = context;
      if (parentURL === undefined || !conditions.includes('import') || specifier.includes(':'))
        return next(specifier, context);
      const inPackage = IN_PACKAGE.exec(parentURL)?.[1];
      const isLarge = inPackage !== undefined && large.has(inPackage);
      if (specifier.startsWith('.')) {
        if (!isLarge || !specifier.endsWith('.js')) return next(specifier, context);
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      }
      // Others may have a package of that name in another version.
      if (inPackage !== undefined || Object.keys(importAttributes).length > 0)
        return next(specifier, context);
      const before = known.get(specifier);
      if (before !== undefined) return before;
      const found = next(specifier, context);
      known.set(specifier, { ...found, shortCircuit: true });
      return found;
    },
  });
}
