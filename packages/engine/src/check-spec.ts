import { isBarInterval } from '@tradeloom/domain'

import { checkModels } from './check-models.ts'
import { RunInputError } from './errors.ts'
import type { RunSpec } from './run-spec.ts'

/** Refuses what cannot be run, with a text for the person who started the run. */
export function checkSpec(spec: RunSpec): void {
  const { start, end, interval } = spec
  if (!Number.isFinite(start) || !Number.isFinite(end)) throw new RunInputError('Start and end must be times')
  if (end <= start) throw new RunInputError('End cannot be before start!')
  if (interval !== 'Tick' && !isBarInterval(interval)) throw new RunInputError(`'${String(interval)}' is no interval`)
  if (spec.resolution !== 0 && spec.resolution !== 1)
    throw new RunInputError('Resolution must be 0 (tick) or 1 (minute)')
  if (!(spec.initialBalance > 0) || !Number.isFinite(spec.initialBalance)) {
    throw new RunInputError('Initial balance must be a number above 0')
  }
  checkModels(spec)
  for (const [id, one] of Object.entries(spec.barIntervals ?? {})) {
    if (!isBarInterval(one)) throw new RunInputError(`'${String(one)}' is no interval of bars of ${id}`)
  }
  for (const [name, value] of Object.entries(spec.externals)) {
    if (!Number.isFinite(value)) throw new RunInputError(`External ${name} must be a number`)
  }
}
