import type { SourceFile, Violation } from './read-sources.ts'

interface Half {
  /** By its name or by its file. */
  readonly is: RegExp
  readonly mayUse: RegExp
  readonly why: string
}

const HALVES: readonly Half[] = [
  {
    is: /^@tradeloom\/vault\/open$|\/vault\/src\/open-vault\.ts$/,
    mayUse: /^apps\/server\/src\/(?:processes\/(?:brokers|guardian)|trading-core\/connections)\//,
    why: 'only brokers and guardian open the vault',
  },
  {
    is: /^@tradeloom\/vault\/master$|\/vault\/src\/master-key\.ts$/,
    mayUse: /^apps\/(?:cli\/|server\/src\/(?:processes\/keys|trading-core\/connections)\/)/,
    why: 'the server does not read the master key: its process keys does',
  },
]

/** Imports of the halves of the vault that open boxes or read the master key, where neither may be done. */
export function checkVault(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ isTypeOnly }) => !isTypeOnly)
        .flatMap(({ specifier }) =>
          HALVES.filter(({ is, mayUse }) => is.test(specifier) && !mayUse.test(path)).map(({ why }) => ({
            file: path,
            imports: specifier,
            why,
          })),
        ),
    )
}
