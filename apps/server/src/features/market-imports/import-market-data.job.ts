import type { Transaction } from '@tradeloom/database'
import { type AfterCommit, defineJob, type InterruptedJob } from '../../platform/jobs/define-job.ts'
import { publishImport } from './import-events.ts'
import { ImportRun, type ImportRunDeps, removeFiles } from './import-run.ts'
import { type StoredUpload, storedUpload } from './upload-fields.ts'

/** Imports that run at one time in one process; each may take as much memory as its child process is given. */
const AT_ONCE = 2

/** Imports the files of the upload whose id the job has. */
export const importMarketData = defineJob({
  name: 'import-market-data',
  schema: storedUpload,
  // One of each user, wherever it runs: each measures what its user has stored before it adds to that.
  fairness: { atOnce: AT_ONCE, perTenant: 1, scope: 'everywhere' },
  retry: { limit: 2, interrupted: requeue },
  perform: (job, deps: ImportRunDeps) => new ImportRun(job, deps).perform(),
  // Of an older version, whose queue did not outlive its server: what it had put in place is found by its receipt.
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId, instrumentId, format, files }) => ({
      id,
      tenant: userId,
      data: { owner: null, instrumentId, format, stored: [], names: files },
    })),
})

const GIVEN_UP = 'The import was interrupted too often. Nothing of it was imported; try again'

async function requeue(
  tx: Transaction,
  { id, isLast }: InterruptedJob<StoredUpload>,
  { repository, bus, uploadsDir }: ImportRunDeps,
): Promise<AfterCommit> {
  const row = isLast
    ? await repository.endIn(tx, id, { status: 'Failed', detail: GIVEN_UP })
    : await repository.requeueIn(tx, id)
  return async () => {
    if (row) publishImport(bus, row)
    if (isLast) await removeFiles(uploadsDir, id)
  }
}
