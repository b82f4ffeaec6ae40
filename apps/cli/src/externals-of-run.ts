import { externalsProblem, UserError } from '@tradeloom/domain'

import { refuseOption } from './options/refuse-option.ts'
import type { TerminalScript } from './terminal-script.ts'

/** The value of every external: the given one, or its default. Throws UserError if there is neither. */
export function externalsOfRun(
  externals: TerminalScript['externals'],
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  refuseOption('--set', externalsProblem(given, externals))
  return Object.fromEntries(
    externals.map(({ name, defaultValue }) => {
      const value = given[name] ?? defaultValue
      if (value === undefined)
        throw new UserError('invalid-input', `The external ${name} has no default value: --set ${name}=...`)
      return [name, value]
    }),
  )
}
