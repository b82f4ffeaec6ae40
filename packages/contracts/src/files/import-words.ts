import type { ImportReport, ImportSeries } from '../http/market-imports.ts'

// The findings of an import in words, the same in the terminal and on screen.

const number = (value: number): string => value.toLocaleString('en-US')
const counted = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`
const minute = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

/** `30,117 new rows, 12 replaced, 40 unchanged`. */
export function importedText({
  imported,
  unchanged,
  replaced,
}: Pick<ImportReport, 'imported' | 'unchanged' | 'replaced'>): string {
  const parts = [
    counted(imported, 'new row'),
    replaced > 0 ? `${number(replaced)} replaced` : '',
    unchanged > 0 ? `${number(unchanged)} unchanged` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** `M1, bid and ask: 30,117 rows from 2012-02-01 00:00 to 2012-03-01 00:00 UTC`. */
export function seriesTitle({ interval, price, rows, quality: { first, last } }: ImportSeries): string {
  const period = first === null || last === null ? '' : ` from ${minute(first)} to ${minute(last)} UTC`
  return `${interval}, ${price === 'quote' ? 'bid and ask' : 'one price'}: ${counted(rows, 'row')}${period}`
}

/** Percentage of good data, never rounded up to 100. */
export function gradeText(goodPercent: number): string {
  return `${(Math.floor(goodPercent * 10 + 1e-9) / 10).toFixed(1)}%`
}

/** What is wrong with a series, worst first; empty for a good series. */
export function seriesNotes({ interval, quality, grade }: ImportSeries): string[] {
  const { counts = {}, missing = 0 } = grade ?? {}
  const unit = interval === 'Tick' ? 'minute' : 'bar'
  const notes: string[] = []
  if (quality.shiftHours !== 0) {
    const hours = counted(Math.abs(quality.shiftHours), 'hour')
    const way = quality.shiftHours > 0 ? 'late' : 'early'
    notes.push(`Time zone: weeks begin and end ${hours} too ${way}. Import the files again with the right time zone.`)
  }
  if (quality.scaleSuspect) {
    notes.push(`Scale: prices are about ${number(quality.scaleFactor)} times the usual price of this symbol.`)
  }
  if (missing > 0) {
    const gaps = counts.gap === undefined ? '' : ` in ${counted(counts.gap, 'gap')}`
    notes.push(`${counted(missing, unit)} missing${gaps}${largestGap(quality.gaps)}`)
  }
  const rows: readonly [number | undefined, string, string?][] = [
    [counts.crossed, 'crossed quote: its ask is below its bid', 'crossed quotes: their ask is below their bid'],
    [counts.outlier, 'price spike'],
    [counts.jump, 'price jump'],
    [counts.inconsistent, 'bar whose high or low is inside its body', 'bars whose high or low is inside their body'],
    [counts.flat, 'bar in a stretch without any movement', 'bars in stretches without any movement'],
    [counts.duplicate, 'duplicate'],
  ]
  for (const [count = 0, one, many] of rows) if (count > 0) notes.push(counted(count, one, many))
  return notes
}

function largestGap(gaps: ImportSeries['quality']['gaps']): string {
  const [largest] = gaps
  return largest === undefined ? '' : `, the largest from ${minute(largest.start)} to ${minute(largest.end)} UTC`
}

const PROBLEMS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  badRow: ['row that could not be read', 'rows that could not be read'],
  badNumber: ['row with a number that could not be read', 'rows with numbers that could not be read'],
  badTime: ['row with a time that could not be read', 'rows with times that could not be read'],
  badPrice: ['row with an impossible price', 'rows with impossible prices'],
  highBelowLow: ['bar whose high is below its low', 'bars whose high is below their low'],
  nonexistentTime: ['time that does not exist in the time zone', 'times that do not exist in the time zone'],
  outOfOrder: ['row out of order, sorted', 'rows out of order, sorted'],
  duplicate: ['repeated row, kept once', 'repeated rows, kept once'],
  conflictingDuplicate: ['time with two different rows', 'times with two different rows'],
  ambiguousTime: ['time that the clock shows twice', 'times that the clock shows twice'],
  unpaired: ['bid or ask without its other side', 'bids or asks without their other side'],
  dayOrder: ['file whose dates show the order of day and month', 'files whose dates show the order of day and month'],
  otherSymbol: ['row of another symbol, left out', 'rows of other symbols, left out'],
  noFinalNewline: ['file that ends without a line break', 'files that end without a line break'],
}

/** `3 rows with impossible prices`; an unknown kind is shown by its name. */
export function problemText(kind: string, count: number): string {
  const [one, many] = PROBLEMS[kind] ?? [kind, kind]
  return counted(count, one, many)
}
