import type { MarketInstrument } from '@tradeloom/contracts'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { defectText, type QualityLevel, shareLevel, shareText } from '../../../entities/instruments/quality-cells.ts'

export type Month = MarketInstrument['series'][number]['months'][number]

/** Quality level of a month; prices with a wrong scale or time zone are poor, however complete. */
export function monthLevel(month: Month | undefined): QualityLevel {
  if (month === undefined || month.rows === 0) return 0
  if (month.scaleFactor !== 1 || month.shift !== null) return 1
  return shareLevel(month.goodShare)
}

/** Describes the month, for tooltips and screen readers. */
export function monthText(name: string, month: Month | undefined): string {
  if (month === undefined || month.rows === 0) return `${name}: no data`
  const parts = [
    `${shareText(month.goodShare, 1)} good`,
    `${formatPlain(month.rows)} rows`,
    month.missingBars > 0 ? `${formatCount(month.missingBars, 'bar')} missing` : '',
    month.gaps > 0 ? defectText('gap', month.gaps) : '',
    month.outliers > 0 ? defectText('outlier', month.outliers) : '',
    month.jumps > 0 ? defectText('jump', month.jumps) : '',
    month.crossed > 0 ? defectText('crossed', month.crossed) : '',
    month.duplicates > 0 ? defectText('duplicate', month.duplicates) : '',
    month.inconsistent > 0 ? defectText('inconsistent', month.inconsistent) : '',
    month.flat > 0 ? defectText('flat', month.flat) : '',
    month.scaleFactor === 1 ? '' : 'the scale of prices is doubtful',
    month.shift === null ? '' : `times are off by ${month.shift.hours} h`,
  ]
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}`
}

/** Every month from the first to the last, months without data included, as `YYYY-MM`. */
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
