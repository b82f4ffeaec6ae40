import type { Instrument } from '@tradeloom/domain'

import type { SeriesTable } from '../store/series.ts'
import { findClockShift } from './find-clock-shift.ts'
import { findGaps } from './find-gaps.ts'
import { findOutliers } from './find-outliers.ts'
import { medianPrice, scaleFactor } from './price-scale.ts'
import type { QualityKind, QualityReport, QualitySample, RowOrigin } from './quality-report.ts'
import { findRowFaults, type NoteFault, referencePrice } from './row-faults.ts'

const SAMPLES = 5

interface Finding {
  count: number
  samples: QualitySample[]
}

/**
 * Finds defects in rows that are in time order. `origin` returns file and line of a row while they are known;
 * `droppedDuplicates` counts duplicates that the import has already removed.
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
  const note: NoteFault = (kind, row, text) => {
    const finding = findings.get(kind) ?? { count: 0, samples: [] }
    findings.set(kind, finding)
    finding.count += 1
    if (kind !== 'flat' && kind !== 'zeroVolume') bad[row] = 1
    if (finding.samples.length < SAMPLES) {
      finding.samples.push({ time: time[row] as number, note: text(), ...origin?.(row) })
    }
  }
  findRowFaults(table, note)
  const price = referencePrice(table)
  const { outliers, jumped } = findOutliers(price)
  for (const row of outliers) note('outlier', row, () => `price ${price[row]} after ${price[row - 1]}`)
  const factor = scaleFactor(medianPrice(price), instrument)
  // Prices in another unit are wrong in every row, however smooth they are.
  if (factor !== 1) {
    for (let row = 0; row < table.rows; row++) {
      if (!bad[row]) note('outlier', row, () => `price ${price[row]} is about ${factor} times the usual price`)
    }
    bad.fill(1)
  }
  const gaps = findGaps(time, table.key.interval, instrument.calendar)
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
    scaleSuspect: factor !== 1 || jumped !== 1,
    scaleFactor: factor === 1 ? jumped : factor,
    shiftHours: findClockShift(time, table.key.interval, instrument.calendar).shift?.hours ?? 0,
    samples: Object.fromEntries([...findings].map(([kind, finding]) => [kind, finding.samples])),
  }
}
