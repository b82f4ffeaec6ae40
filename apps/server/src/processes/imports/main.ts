import { type ImportJob, type ImportProgress, type ImportReport, performImport } from '@tradeloom/market-data'
import { serveRequests } from '../../platform/processes/serve-requests.ts'

const PROGRESS_MS = 250

// Data that is not committed when the signal is aborted never will be.
serveRequests<ImportJob, ImportReport, ImportProgress>((job, { report, signal }) =>
  performImport(job, { onProgress: throttled(report), signal }),
)

/** Passes on the first progress of each phase, and at most four a second. */
function throttled(report: (progress: ImportProgress) => void): (progress: ImportProgress) => void {
  let sent = { at: 0, phase: '' }
  return (progress) => {
    const at = Date.now()
    if (at - sent.at < PROGRESS_MS && progress.phase === sent.phase) return
    sent = { at, phase: progress.phase }
    report(progress)
  }
}
