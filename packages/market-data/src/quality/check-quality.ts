import type { Instrument } from '@tradeloom/domain'

import { type SeriesTable, seriesColumns, seriesMs } from '../store/series.ts'
import { findGaps } from './find-gaps.ts'
import { findOutliers } from './find-outliers.ts'
import { scaleFactor } from './price-scale.ts'
import type { QualityKind, QualityReport, QualitySample, RowOrigin } from './quality-report.ts'

const SAMPLES = 5

interface Finding {
  count: number
  samples: QualitySample[]
}

type Note = (kind: QualityKind, row: number, text: () => string) => void

/**
 * Looks for faults in rows that are in order of time. `origin` names file and line of a row while they are known,
 * `droppedDuplicates` counts those that the import has already taken out.
 */
export function checkQuality(
  table: SeriesTable,
  instrument: Instrument,
  origin?: (row: number) => RowOrigin,
  droppedDuplicates = 0,
): QualityReport {
  const time = table.columns[0] as Float64Array
  const findings = new Map<QualityKind, Finding>()
  const bad = new Uint8Array(table.rows)
  const note: Note = (kind, row, text) => {
    const finding = findings.get(kind) ?? { count: 0, samples: [] }
    findings.set(kind, finding)
    finding.count += 1
    if (kind !== 'flat' && kind !== 'zeroVolume') bad[row] = 1
    if (finding.samples.length < SAMPLES) {
      finding.samples.push({ time: time[row] as number, note: text(), ...origin?.(row) })
    }
  }
  checkRows(table, note)
  const price = referencePrice(table)
  const { outliers, jumped } = findOutliers(price)
  for (const row of outliers) note('outlier', row, () => `price ${price[row]} against ${price[row - 1]} before`)
  const factor = scaleFactor(median(price), instrument)
  // Prices in another unit are wrong in every row, however smooth they are.
  if (factor !== 1) {
    for (let row = 0; row < table.rows; row++) {
      if (!bad[row]) note('outlier', row, () => `price ${price[row]} is about ${factor} times what is usual`)
    }
    bad.fill(1)
  }
  const gaps = findGaps(time, table.key.interval, instrument.calendar)
  const good = gaps.expected === 0 ? 0 : (100 * goodSlots(time, bad, seriesMs(table.key.interval))) / gaps.expected
  const count = (kind: QualityKind): number => findings.get(kind)?.count ?? 0
  return {
    rows: table.rows,
    first: time[0] ?? null,
    last: time[table.rows - 1] ?? null,
    gaps: gaps.largest,
    gapCount: gaps.count,
    missingBars: gaps.missing,
    duplicates: count('duplicate') + droppedDuplicates,
    crossed: count('crossed'),
    outliers: count('outlier'),
    inconsistent: count('inconsistent'),
    flat: count('flat'),
    zeroVolume: count('zeroVolume'),
    goodPercent: Math.min(100, Math.round(good * 100) / 100),
    scaleSuspect: factor !== 1 || jumped !== 1,
    scaleFactor: factor === 1 ? jumped : factor,
    samples: Object.fromEntries([...findings].map(([kind, finding]) => [kind, finding.samples])),
  }
}

function checkRows(table: SeriesTable, note: Note): void {
  if (table.key.interval === 'Tick') checkTicks(table, note)
  else checkBars(table, note)
}

function checkTicks({ key, rows, columns }: SeriesTable, note: Note): void {
  const [time, first, second] = columns as [Float64Array, Float64Array, Float64Array]
  if (key.price !== 'quote') return
  for (let row = 0; row < rows; row++) {
    const bid = first[row] as number
    const ask = second[row] as number
    if (ask < bid) note('crossed', row, () => `bid ${bid}, ask ${ask}`)
    if (row > 0 && time[row] === time[row - 1] && bid === first[row - 1] && ask === second[row - 1]) {
      note('duplicate', row, () => `bid ${bid}, ask ${ask} again in the same millisecond`)
    }
  }
}

function checkBars({ key, rows, columns }: SeriesTable, note: Note): void {
  const sides = key.price === 'quote' ? [1, 5] : [1]
  const at = (column: number, row: number): number => (columns[column] as Float64Array)[row] as number
  const volume = columns[seriesColumns(key).indexOf('volume')] as Float64Array
  const hasVolume = volume.some((value) => value > 0)
  for (let row = 0; row < rows; row++) {
    let flat = true
    for (const side of sides) {
      const open = at(side, row)
      const high = at(side + 1, row)
      const low = at(side + 2, row)
      const close = at(side + 3, row)
      if (open > high || close > high || open < low || close < low) {
        note('inconsistent', row, () => `open ${open}, high ${high}, low ${low}, close ${close}`)
      }
      if (high !== low) flat = false
    }
    if (flat) note('flat', row, () => `all prices ${at(1, row)}`)
    if (hasVolume && volume[row] === 0) note('zeroVolume', row, () => 'volume 0')
    if (key.price === 'quote' && at(8, row) < at(4, row)) {
      note('crossed', row, () => `closes: bid ${at(4, row)}, ask ${at(8, row)}`)
    }
  }
}

/** The one price by which outliers and scale are judged: close of a bar, bid of a tick. */
function referencePrice({ key, columns }: SeriesTable): Float64Array {
  const index = key.interval === 'Tick' ? 1 : 4
  return columns[index] as Float64Array
}

/** Bars without fault; for ticks the minutes that hold one. */
function goodSlots(time: Float64Array, bad: Uint8Array, ms: number): number {
  let good = 0
  let slot = Number.NaN
  for (let row = 0; row < time.length; row++) {
    if (bad[row]) continue
    const current = ms === 0 ? Math.floor((time[row] as number) / 60_000) : row
    if (current !== slot) good += 1
    slot = current
  }
  return good
}

function median(values: Float64Array): number {
  if (values.length === 0) return Number.NaN
  // Ten thousand values spread over all rows say as much as all of them.
  const step = Math.max(1, Math.floor(values.length / 10_000))
  const some = values.filter((_, row) => row % step === 0).sort()
  return some[some.length >> 1] as number
}
