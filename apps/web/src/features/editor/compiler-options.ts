/** `moduleDetection: force`, as the TypeScript inside the editor numbers it: a script's names are its own, not global. */
const FORCE_MODULE = 3
/** ESNext, as `ScriptTarget` and `ModuleKind` number it. */
const ESNEXT = 99

/** How the editor reads scripts, whichever of the two languages they are in. */
export const COMPILER_OPTIONS = {
  target: ESNEXT,
  module: ESNEXT,
  moduleDetection: FORCE_MODULE,
  lib: ['es2023'],
  allowJs: true,
  checkJs: true,
  strict: false,
  noImplicitAny: false,
  allowNonTsExtensions: true,
  isolatedModules: false,
}

/** "Cannot find name" in all its wordings: the analyser reports undeclared names with the product's texts. */
export const CANNOT_FIND_NAME = [2304, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593]
