import type { Backtest } from '@tradeloom/contracts'
import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import { formatPlain } from '../../ui/format.ts'

export function intervalLabel(interval: Backtest['interval']): string {
  return isBarInterval(interval) ? INTERVALS[interval].label : 'Tick'
}

/** What a series of prices consists of. */
export function seriesLabel(interval: string): string {
  if (isBarInterval(interval)) return INTERVALS[interval].label
  return interval === 'Tick' ? 'Ticks' : interval
}

/** The interval of the bars for data that is coarser than minutes. */
export function resolutionLabel({ resolution, barInterval }: Pick<Backtest, 'resolution' | 'barInterval'>): string {
  if (resolution === 0) return 'Tick'
  return barInterval != null && isBarInterval(barInterval) ? INTERVALS[barInterval].label : 'Minute'
}

export function externalsText(externals: Backtest['externals']): string {
  return Object.entries(externals)
    .map(([name, value]) => `${name} = ${formatPlain(value)}`)
    .join(', ')
}
