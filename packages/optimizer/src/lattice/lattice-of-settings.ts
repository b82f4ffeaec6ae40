import type { ExternalRange } from './external-range.ts'
import { Lattice } from './lattice.ts'

type Settings<Kind extends ExternalRange['kind']> = Omit<Extract<ExternalRange, { kind: Kind }>, 'kind'>
/** One external of an optimization as it is stored and sent. */
export type ExternalSettings = Settings<'evenly-spaced'> | Settings<'stepped'>

/** All combinations that the settings allow. Throws a RangeError if an external has no value. */
export function latticeOfSettings(settings: readonly ExternalSettings[]): Lattice {
  return new Lattice(
    settings.map((setting) =>
      'count' in setting ? { kind: 'evenly-spaced', ...setting } : { kind: 'stepped', ...setting },
    ),
  )
}
