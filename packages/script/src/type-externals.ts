import type { External } from './read-externals.ts'

/**
 * Ambient declarations of a script's externals, as TypeScript text. Beside `api/tradeloom.d.ts` it lets a type checker
 * know every name in the script's scope.
 */
export function typeExternals(externals: readonly External[]): string {
  return externals
    .map(({ name, defaultValue }) => {
      const note = defaultValue === undefined ? 'undefined when the run sets no value' : `default ${defaultValue}`
      return `/** External, ${note}. */\ndeclare const ${name}: number\n`
    })
    .join('')
}
