import type { SourceFile, Violation } from './read-sources.ts'

/** The half of the vault that opens boxes, by its name or by its file. */
const OPENING = /^@tradeloom\/vault\/open$|\/vault\/src\/open-vault\.ts$/
const MAY_OPEN = /^apps\/server\/src\/(?:processes\/(?:brokers|guardian)|platform\/connections)\//

/** Imports of the opening half of the vault anywhere but in the processes that talk to brokers. */
export function checkVault(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path, isTest }) => !isTest && !MAY_OPEN.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => OPENING.test(specifier))
        .map(({ specifier }) => ({ file: path, imports: specifier, why: 'only brokers and guardian open the vault' })),
    )
}
