import { UserError } from '@tradeloom/domain'

import type { TerminalScript } from './terminal-script.ts'

/** The value of every external: the given one, or its default. Throws UserError if there is neither. */
export function externalsOfRun(
  externals: TerminalScript['externals'],
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  const unknown = Object.keys(given).find((name) => !externals.some((external) => external.name === name))
  if (unknown !== undefined)
    throw new UserError('invalid-input', `--set ${unknown}: the script has no external of that name`)
  return Object.fromEntries(
    externals.map(({ name, defaultValue }) => {
      const value = given[name] ?? defaultValue
      if (value === undefined)
        throw new UserError('invalid-input', `The external ${name} has no default value: --set ${name}=...`)
      return [name, value]
    }),
  )
}
