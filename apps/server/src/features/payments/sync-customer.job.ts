import { z } from 'zod'
import { defineJob, type Job } from '../../platform/jobs/define-job.ts'
import type { SubscriptionSync } from './subscription-sync.ts'

export interface SyncCustomerDeps {
  readonly sync: Pick<SubscriptionSync, 'sync'>
}

/** Asks the provider what a customer pays for, because it has reported something. */
export const syncCustomer = defineJob({
  name: 'sync-customer',
  schema: z.strictObject({ customerId: z.string() }),
  fairness: { atOnce: 4, perTenant: 1 },
  // What is missed at last is found by the nightly sync.
  retry: { limit: 5 },
  perform: async (job: Job<{ readonly customerId: string }>, { sync }: SyncCustomerDeps) => {
    await sync.sync(job.data.customerId)
    await job.end(async () => undefined)
  },
})
