import type { External } from './read-externals.ts'

/**
 * Ambient declarations of a script's externals, as TypeScript text. Together with `api/tradeloom.d.ts`, they give a
 * type checker every name in scope.
 */
export function typeExternals(externals: readonly External[]): string {
  return externals
    .map(({ name, defaultValue }) => {
      const note = defaultValue === undefined ? 'undefined when the run sets no value' : `default ${defaultValue}`
      return `/** External, ${note}. */\ndeclare const ${name}: number\n`
    })
    .join('')
}
