import type { MarketInstrument } from '@tradeloom/contracts'
import { formatPercent, formatPlain } from '../../ui/format.ts'

export type Month = MarketInstrument['series'][number]['months'][number]

/** 0 no data, 1 poor, 2 with holes, 3 good, 4 complete. */
export type Level = 0 | 1 | 2 | 3 | 4

/** How far a month can be trusted. Defects of the prices count more than missing minutes. */
export function monthLevel(month: Month | undefined): Level {
  if (month === undefined || month.rows === 0) return 0
  if (month.scaleSuspect) return 1
  const share = month.goodShare ?? 1
  const defects = (month.crossed + month.duplicates + month.outliers) / month.rows
  if (share < 0.6 || defects > 0.02) return 1
  if (share < 0.9 || defects > 0.001) return 2
  return share < 0.985 || defects > 0 ? 3 : 4
}

export const LEVEL_NAMES = ['No data', 'Poor', 'With holes', 'Good', 'Complete'] as const

/** The month in words, for tooltips and screen readers. */
export function monthText(name: string, month: Month | undefined): string {
  if (month === undefined) return `${name}: no data`
  const parts = [
    `${formatPlain(month.rows)} rows`,
    month.goodShare === null ? '' : `${formatPercent(month.goodShare * 100, 1)} of the open market`,
    month.gaps > 0 ? `${formatPlain(month.gaps)} gaps` : '',
    month.missingBars > 0 ? `${formatPlain(month.missingBars)} bars missing` : '',
    month.duplicates > 0 ? `${formatPlain(month.duplicates)} duplicates` : '',
    month.crossed > 0 ? `${formatPlain(month.crossed)} crossed quotes` : '',
    month.outliers > 0 ? `${formatPlain(month.outliers)} outliers` : '',
    month.scaleSuspect ? 'scale of prices is doubtful' : '',
  ]
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}`
}

/** Every month from the first to the last, holes included, as `YYYY-MM`. */
export function monthRange(months: readonly Month[]): string[] {
  const names = months.map(({ month }) => month).sort()
  const [first, last] = [names[0], names.at(-1)]
  if (first === undefined || last === undefined) return []
  const range: string[] = []
  const date = new Date(`${first}-01T00:00:00Z`)
  while (date.toISOString().slice(0, 7) <= last && range.length < 1200) {
    range.push(date.toISOString().slice(0, 7))
    date.setUTCMonth(date.getUTCMonth() + 1)
  }
  return range
}
