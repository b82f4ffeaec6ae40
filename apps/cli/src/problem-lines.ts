import { problemText } from '@tradeloom/contracts'
import type { ImportReport } from '@tradeloom/market-data'

/** The problems of the rows in files: how many of each kind, and the first one. */
export function problemLines({ problemCounts, problems }: Pick<ImportReport, 'problemCounts' | 'problems'>): string[] {
  return Object.entries(problemCounts).map(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind)
    const where = first ? `, first ${first.file} line ${first.line}: ${first.message}` : ''
    return `${problemText(kind, count)}${where}`
  })
}
