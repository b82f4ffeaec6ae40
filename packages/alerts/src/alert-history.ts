import type { AlertIndicator, AlertTerms } from '@tradeloom/domain/alerts'
import type { BarInterval } from '@tradeloom/domain'
import { indicatorByKey, warmupBars } from '@tradeloom/indicators'

/** What alerts need of the past. */
export interface AlertHistory {
  /** Bars before the first row, by interval; at least the one in which it lies. */
  readonly bars: ReadonlyMap<BarInterval, number>
  /** Time before the first row of which they need all rows, milliseconds. */
  readonly rowsMs: number
}

export function alertHistory(all: readonly AlertTerms[]): AlertHistory {
  const bars = new Map<BarInterval, number>()
  let rowsMs = 0
  for (const { value, against, interval } of all) {
    if (value.kind === 'change') rowsMs = Math.max(rowsMs, value.minutes * 60_000)
    if (interval === null) continue
    const wanted = [value, against].map((one) => (isIndicator(one) ? warmupBars(indicatorByKey(one.key), one.args) : 1))
    bars.set(interval, Math.max(bars.get(interval) ?? 1, ...wanted))
  }
  return { bars, rowsMs }
}

function isIndicator(one: AlertTerms['value'] | AlertTerms['against']): one is AlertIndicator {
  return typeof one === 'object' && one.kind === 'indicator'
}
