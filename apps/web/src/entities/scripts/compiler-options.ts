/** `moduleDetection: force` in the editor's TypeScript: a script's names are local, not global. */
const FORCE_MODULE = 3
/** ESNext in `ScriptTarget` and `ModuleKind`. */
const ESNEXT = 99

/** How the editor type-checks scripts, in JavaScript and TypeScript. */
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

/** All variants of "Cannot find name": our own analyzer reports undeclared names. */
export const CANNOT_FIND_NAME = [2304, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593]
