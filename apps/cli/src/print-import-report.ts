import type { ImportReport, QualityReport, SeriesReport } from '@tradeloom/market-data'

const GAPS = 3
const MONTHS = 14

/** The report for people, on standard error: standard output is for data. */
export function printImportReport(report: ImportReport): void {
  const lines = [
    `${report.instrumentId}: ${report.rows} rows of ${report.files.length} file(s), times in ${report.timezone}`,
    `${report.imported} new, ${report.unchanged} unchanged, ${report.replaced} replaced`,
    ...monthLines(report.months),
    ...report.series.flatMap(seriesLines),
    ...problemLines(report),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
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

function monthLine({ month, interval, price, rows, status }: ImportReport['months'][number]): string {
  return `  ${month} ${interval} ${price}: ${rows} rows ${status}`
}

function seriesLines({ interval, price, source, quality }: SeriesReport): string[] {
  const kind = price === 'quote' ? 'bid and ask' : `one price (${source})`
  return [`${interval} ${kind}: ${range(quality)}, ${quality.goodPercent} % good`, ...qualityLines(quality)]
}

function qualityLines(quality: QualityReport): string[] {
  const counts = (['crossed', 'outliers', 'inconsistent', 'duplicates', 'flat', 'zeroVolume'] as const)
    .filter((kind) => quality[kind] > 0)
    .map((kind) => `${kind} ${quality[kind]}`)
  const lines = [
    `  gaps ${quality.gapCount} (${quality.missingBars} missing)${counts.map((text) => `, ${text}`).join('')}`,
  ]
  for (const { start, end, missing } of quality.gaps.slice(0, GAPS)) {
    lines.push(`  gap ${iso(start)} to ${iso(end)}: ${missing} missing`)
  }
  if (quality.scaleSuspect) {
    lines.push(`  SCALE: prices are about ${quality.scaleFactor} times what this symbol’s prices are; they look scaled`)
  }
  if (quality.shiftHours !== 0) {
    const way = quality.shiftHours > 0 ? 'late' : 'early'
    lines.push(
      `  TIME ZONE: weeks end and begin ${Math.abs(quality.shiftHours)} h too ${way}; say the right --timezone`,
    )
  }
  return lines
}

function problemLines({ problemCounts, problems }: ImportReport): string[] {
  return Object.entries(problemCounts).flatMap(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind)
    const where = first ? `, first ${first.file} line ${first.line}: ${first.message}` : ''
    return [`${kind}: ${count}${where}`]
  })
}

function range({ first, last, rows }: QualityReport): string {
  return first === null || last === null ? 'no rows' : `${rows} rows from ${iso(first)} to ${iso(last)}`
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
