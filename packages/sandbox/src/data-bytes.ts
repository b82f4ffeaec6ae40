import type { RunJob } from './run-job.ts'

/** Size of the prices of a job. */
export function dataBytes(job: Pick<RunJob, 'series'>): number {
  return job.series.reduce((sum, { columnsFile }) => {
    const rows = (columnsFile.last ?? columnsFile.rows) - (columnsFile.first ?? 0)
    return sum + rows * columnsFile.columns.length * Float64Array.BYTES_PER_ELEMENT
  }, 0)
}
