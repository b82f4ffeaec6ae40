import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { RUN_OPTIMIZATION } from '../run-optimization-kind.ts'
import { OptimizationRun, type OptimizationRunDeps } from './optimization-run.ts'

/** Coordinates the optimization whose id the job has. It needs no runner: batches do. */
export const runOptimization = defineJob({
  name: RUN_OPTIMIZATION.name,
  schema: z.strictObject({}),
  fairness: { atOnce: 32, perTenant: 2 },
  retry: {
    ...RUN_OPTIMIZATION.retry,
    // Rows are kept: whoever takes it over goes on from them.
    interrupted: async (tx, { id, isLast }, { ends }: OptimizationRunDeps) => {
      if (!isLast) return
      await ends.endIn(tx, id, { status: 'Failed', statusDetail: 'The server was lost too often' })
      return () => ends.tell(id)
    },
  },
  perform: async (job, deps) => {
    await new OptimizationRun(job, deps).perform()
  },
  unfinished: async ({ repository }) =>
    (await repository.unfinished()).map(({ id, userId }) => ({ id, tenant: userId, data: {} })),
})
