import { UserError } from '@tradeloom/domain'
import type { ExternalRange } from '@tradeloom/optimizer'

/** Throws UserError if an external has a range and a value. */
export function refuseSetAndRange(ranges: readonly ExternalRange[], set: Readonly<Record<string, number>>): void {
  for (const { name } of ranges)
    if (Object.hasOwn(set, name))
      throw new UserError(
        'invalid-input',
        `--set ${name}=${set[name]} and --range ${name} cannot be combined: pass one value or a range`,
      )
}
