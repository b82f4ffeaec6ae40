import type { FundingSpec } from '../run-spec.ts'

const HOUR = 3_600_000

/** Time of the first funding payment strictly after `time`; payment hours count from 00:00 UTC. */
export function nextFunding(spec: FundingSpec, time: number): number {
  const step = spec.hours * HOUR
  return (Math.floor(time / step) + 1) * step
}

/** The rate of the payment at `time`: the known rate of that hour, else the constant one. */
export function fundingRateAt(spec: FundingSpec, time: number): number {
  const rates = spec.rates ?? []
  let low = 0
  let high = rates.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rates[middle]?.[0] ?? Infinity) < time) low = middle + 1
    else high = middle
  }
  const found = rates[low]
  // Exchanges stamp payments some milliseconds late.
  return found && found[0] - time < 60_000 ? found[1] : spec.rate
}
