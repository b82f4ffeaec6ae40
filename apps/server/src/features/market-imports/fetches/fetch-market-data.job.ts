import { z } from 'zod'
import type { Transaction } from '@tradeloom/database'
import { type AfterCommit, defineJob, type InterruptedJob } from '../../../platform/jobs/define-job.ts'
import { publishImport } from '../import-events.ts'
import { FetchRun, type FetchRunDeps } from './fetch-run.ts'

/** Concurrent fetches in one process. Each waits for its venue most of the time. */
const AT_ONCE = 3

/** Fetches what its row names and is not stored. */
export const fetchMarketData = defineJob({
  name: 'fetch-market-data',
  schema: z.strictObject({}),
  // The tenant is the instrument, or the user where prices are the user's own: who asks for the same waits for it.
  fairness: { atOnce: AT_ONCE, perTenant: 1, scope: 'everywhere' },
  retry: { limit: 5, interrupted: requeue },
  perform: (job, deps: FetchRunDeps) => new FetchRun(job, deps).perform(),
  unfinished: async ({ history }) =>
    (await history.unfinished()).map(({ id, instrumentId }) => ({ id, tenant: instrumentId, data: {} })),
})

const GIVEN_UP = 'The fetch was interrupted too often. The months that it had stored are there; ask for the rest again'

async function requeue(
  tx: Transaction,
  { id, isLast }: InterruptedJob<object>,
  { repository, bus }: FetchRunDeps,
): Promise<AfterCommit> {
  const row = isLast
    ? await repository.endIn(tx, id, { status: 'Failed', detail: GIVEN_UP })
    : await repository.requeueIn(tx, id)
  return () => {
    if (row) publishImport(bus, row)
  }
}
