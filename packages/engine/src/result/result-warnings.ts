import { INTERVALS, leftOutText, peggedCurrency } from '@tradeloom/domain'

import { countCrossed, countInconsistent, isCoarse } from '../market/market-rows.ts'
import type { MarketEnd, ResultParts } from './result-parts.ts'

/**
 * What a reader of the result needs to know about its data. In runs over several markets, each warning names its
 * market.
 */
export function resultWarnings({ spec, markets, plots, revised, leftOut }: ResultParts): string[] {
  const warnings: string[] = []
  for (const end of markets) {
    const prefix = markets.length > 1 ? `${end.data.spec.instrument.id}: ` : ''
    for (const text of marketWarnings(end, spec.accountCurrency)) warnings.push(prefix + text)
  }
  for (const [, { id, lag }] of [...revised].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const delay = lag === null ? 'an assumed delay' : `an assumed delay of ${counted(lag, 'day')}`
    warnings.push(
      `Series ${id} uses revised values: some were read that are dated by ${delay}, because their first publication is not on record`,
    )
  }
  const left = leftOut.map(({ id, values, isAll }) => leftOutText(id, values, isAll))
  warnings.push(...new Set(left))
  const omission = plots.omission()
  if (omission !== null) warnings.push(omission)
  return warnings
}

function marketWarnings({ market, data, next }: MarketEnd, accountCurrency: string): string[] {
  const { rows, closedRows, minutesResolvedByTicks } = market
  const warnings: string[] = []
  const { quote } = data.spec.instrument
  const row = rows.kind === 'tick' ? 'tick' : 'bar'
  if (peggedCurrency(quote) !== quote && quote !== accountCurrency)
    warnings.push(`1 ${quote} was taken as 1 ${peggedCurrency(quote)}`)
  if (market.onTick !== undefined && rows.kind === 'bar') {
    warnings.push(
      `onTick was given the four prices of each ${isCoarse(rows) ? '' : 'minute '}bar, which no market quotes like that: test it on ticks`,
    )
  }
  if (isCoarse(rows)) {
    const length = Object.values(INTERVALS).find(({ ms }) => ms === rows.rowMs)?.label ?? `${rows.rowMs / 60_000} min`
    const told = rows.interval === null ? length : INTERVALS[rows.interval].label
    warnings.push(`The finest prices are bars of ${told}: what happens inside of them follows the path model`)
  }
  if (closedRows > 0) {
    warnings.push(`Left out because the market was closed: ${counted(closedRows, row)}`)
  }
  if (minutesResolvedByTicks > 0) {
    const minutes = counted(minutesResolvedByTicks, isCoarse(rows) ? 'bar' : 'minute')
    warnings.push(`Decided by real ticks, because the bar left open what happened first: ${minutes}`)
  }
  const crossed = countCrossed(rows, data.from, next)
  if (crossed > 0) {
    warnings.push(`The ask lay below the bid in ${counted(crossed, row)}; they were traded as they are`)
  }
  const inconsistent = countInconsistent(rows, data.from, next)
  if (inconsistent > 0) {
    const bars = counted(inconsistent, 'bar')
    warnings.push(`The high or low lay inside the body of ${bars}; open and close were taken as the extremes`)
  }
  return warnings
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
