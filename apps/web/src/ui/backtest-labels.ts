import type { Backtest } from '@tradeloom/contracts'
import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import { formatPlain } from './format.ts'

export function intervalLabel(interval: Backtest['interval']): string {
  return isBarInterval(interval) ? INTERVALS[interval].label : 'Tick'
}

export const resolutionLabel = (resolution: 0 | 1): string => (resolution === 0 ? 'Tick' : 'Minute')

export function externalsText(externals: Backtest['externals']): string {
  return Object.entries(externals)
    .map(([name, value]) => `${name} = ${formatPlain(value)}`)
    .join(', ')
}
