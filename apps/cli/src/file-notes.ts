import { seriesNotes } from '@tradeloom/contracts'
import type { ImportReport } from '@tradeloom/market-data'
import { problemLines } from './problem-lines.ts'

/** What was found in files that are used without being imported: the same as an import of them reports. */
export function fileNotes(report: ImportReport): string[] {
  const [used, ...unused] = report.series
  if (used === undefined) return []
  const { gapCount: gap, crossed, outliers: outlier, missingBars: missing } = used.quality
  // Wrong highs and lows, and duplicates, are reported by the run and with the rows.
  const counts = { gap, crossed, outlier }
  const findings = seriesNotes({ ...used, grade: { goodPercent: 0, missing, counts } })
  const rest = unused.map(({ interval, rows }) => `${rows.toLocaleString('en-US')} rows of ${interval} were left out`)
  return [...problemLines(report), ...[...findings, ...rest].map((note) => `${report.instrumentId}: ${note}`)]
}
