import { gradeText, importedText, seriesNotes, seriesTitle } from '@tradeloom/contracts'
import type { ImportReport } from '@tradeloom/market-data'
import { problemLines } from './problem-lines.ts'
import type { Terminal } from './terminal.ts'

const MONTHS = 14

/** Prints a readable report to standard error: standard output is for data. */
export function printImportReport(report: ImportReport, terminal: Terminal): void {
  const lines = [
    `${report.instrumentId}: ${importedText(report)}, times in ${report.timezone}`,
    ...report.series.flatMap(seriesLines),
    ...problemLines(report),
    ...monthLines(report.months),
  ]
  terminal.err(`${lines.join('\n')}\n`)
}

function seriesLines(series: ImportReport['series'][number]): string[] {
  const good = series.grade === null ? '' : `, ${gradeText(series.grade.goodPercent)} good`
  return [`${seriesTitle(series)}${good}`, ...seriesNotes(series).map((note) => `  ${note}`)]
}

/** Every month if there are few; otherwise the count of each kind, and the months that were rejected. */
function monthLines(months: ImportReport['months']): string[] {
  if (months.length <= MONTHS) return months.map(monthLine)
  const counts = (['written', 'unchanged', 'refused'] as const).map(
    (status) => `${months.filter((month) => month.status === status).length} ${status}`,
  )
  const refused = months.filter(({ status }) => status === 'refused').slice(0, MONTHS)
  return [`  ${months.length} months: ${counts.join(', ')}`, ...refused.map(monthLine)]
}

function monthLine({ month, interval, rows, status }: ImportReport['months'][number]): string {
  return `  ${month} ${interval}: ${rows.toLocaleString('en-US')} rows ${status}`
}
