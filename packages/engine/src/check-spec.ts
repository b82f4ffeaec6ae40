import { isBarInterval } from '@tradeloom/domain'

import { RunInputError } from './errors.ts'
import type { RunSpec } from './run-spec.ts'

/** Refuses what cannot be run, with a text for the person who started the run. */
export function checkSpec(spec: RunSpec): void {
  const { start, end, interval, commission } = spec
  if (!Number.isFinite(start) || !Number.isFinite(end)) throw new RunInputError('Start and end must be times')
  if (end <= start) throw new RunInputError('End cannot be before start!')
  if (interval !== 'Tick' && !isBarInterval(interval)) throw new RunInputError(`'${String(interval)}' is no interval`)
  if (spec.resolution !== 0 && spec.resolution !== 1)
    throw new RunInputError('Resolution must be 0 (tick) or 1 (minute)')
  if (spec.prices !== 'both' && spec.prices !== 'bid' && spec.prices !== 'ask' && spec.prices !== 'mid') {
    throw new RunInputError('Prices must be both, bid, ask or mid')
  }
  if (spec.accounting !== 'hedging' && spec.accounting !== 'netting') {
    throw new RunInputError('Accounting must be hedging or netting')
  }
  if (!(spec.initialBalance > 0) || !Number.isFinite(spec.initialBalance)) {
    throw new RunInputError('Initial balance must be a number above 0')
  }
  const costs = {
    'Commission per lot': commission.perLot,
    'Commission per cent': commission.percent,
    'Commission minimum': commission.minimum,
  }
  for (const [name, value] of Object.entries(costs)) {
    if (!(value >= 0) || !Number.isFinite(value)) throw new RunInputError(`${name} must be a number of at least 0`)
  }
  for (const [name, value] of Object.entries(spec.externals)) {
    if (!Number.isFinite(value)) throw new RunInputError(`External ${name} must be a number`)
  }
}
