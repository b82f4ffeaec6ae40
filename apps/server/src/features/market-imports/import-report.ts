import type { ImportReport } from '@tradeloom/market-data'
import { withoutServerPaths } from '../../platform/errors/server-folders.ts'
import type { Files } from './receive-upload.ts'

/** Maximum number of files listed for one import. */
const LISTED_FILES = 1000

/** Replaces server paths by the file names that the user gave. */
export function withoutPaths(text: string, upload: Files): string {
  return withoutServerPaths(
    upload.paths.reduce((cleaned, path, index) => cleaned.replaceAll(path, upload.names[index] ?? ''), text),
  )
}

/** Which months were refused, with the first bad line; null if all were imported. */
export function refusal(report: ImportReport, upload: Files): string | null {
  const months = report.months.filter(({ status }) => status === 'refused').map(({ month }) => month)
  const first = report.problems.find(({ severity }) => severity === 'error')
  if (months.length === 0 || !first) return null
  const place = first.line === null ? first.file : `${first.file} line ${first.line}`
  return withoutPaths(`${months.join(', ')} refused: ${place}: ${first.message}`, upload)
}

/** The report as stored and shown. */
export function viewReport(report: ImportReport, upload: Files): Record<string, unknown> {
  return {
    ...report,
    months: report.months.map(({ month, interval, rows, status }) => ({ month, interval, rows, status })),
    problems: report.problems.map((problem) => ({
      ...problem,
      file: withoutPaths(problem.file, upload),
      message: withoutPaths(problem.message, upload),
    })),
    files: report.files.slice(0, LISTED_FILES).map(({ name, rows }) => ({ name: withoutPaths(name, upload), rows })),
  }
}
