import { gradeText, importedText, problemText, seriesNotes, seriesTitle } from '@tradeloom/contracts'
import type { ImportReport } from '@tradeloom/market-data'

const MONTHS = 14

/** The report for people, on standard error: standard output is for data. */
export function printImportReport(report: ImportReport): void {
  const lines = [
    `${report.instrumentId}: ${importedText(report)}, times in ${report.timezone}`,
    ...report.series.flatMap(seriesLines),
    ...problemLines(report),
    ...monthLines(report.months),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}

function seriesLines(series: ImportReport['series'][number]): string[] {
  const good = series.grade === null ? '' : `, ${gradeText(series.grade.goodPercent)} good`
  return [`${seriesTitle(series)}${good}`, ...seriesNotes(series).map((note) => `  ${note}`)]
}

function problemLines({ problemCounts, problems }: ImportReport): string[] {
  return Object.entries(problemCounts).map(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind)
    const where = first ? `, first ${first.file} line ${first.line}: ${first.message}` : ''
    return `${problemText(kind, count)}${where}`
  })
}

/** Every month while they are few, else how many there are of each kind and those that were refused. */
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
