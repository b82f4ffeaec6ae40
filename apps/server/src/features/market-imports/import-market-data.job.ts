import type { Transaction } from '@tradeloom/database'
import { type AfterCommit, defineJob, type InterruptedJob } from '../../platform/jobs/define-job.ts'
import { publishImport } from './import-events.ts'
import { ImportRun, type ImportRunDeps, removeFiles } from './import-run.ts'
import { type StoredUpload, storedUpload } from './upload-fields.ts'

/** Concurrent imports in one process; each may use as much memory as its child process is allowed. */
const AT_ONCE = 2

/** Imports the uploaded files of the job's id. */
export const importMarketData = defineJob({
  name: 'import-market-data',
  schema: storedUpload,
  // One per user on all servers: each measures what its user has stored before it adds to that.
  fairness: { atOnce: AT_ONCE, perTenant: 1, scope: 'everywhere' },
  retry: { limit: 2, interrupted: requeue },
  perform: (job, deps: ImportRunDeps) => new ImportRun(job, deps).perform(),
  // Imports of an older version, whose queue did not survive its server: a receipt shows what was committed.
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
