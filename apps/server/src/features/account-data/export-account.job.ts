import { join } from 'node:path'
import { type Drizzle, notify, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { defineJob, type Job } from '../../platform/jobs/define-job.ts'
import { type ExportSource, writeExport } from './write-export.ts'

const { accountExports } = schema

/** For how long a file can be downloaded. */
const EXPORT_MS = 24 * 60 * 60_000
const GIVEN_UP = 'The export was interrupted too often. Please try again'

export interface ExportAccountDeps extends ExportSource {
  readonly db: Drizzle
  readonly folder: string
  readonly logger: Pick<FastifyBaseLogger, 'error'>
  readonly now: () => number
}

type Data = { readonly userId: string; readonly marketData: boolean }

/** Writes the file of the export of the job's id. */
export const exportAccount = defineJob({
  name: 'export-account',
  schema: z.strictObject({ userId: z.string(), marketData: z.boolean().default(false) }),
  fairness: { atOnce: 1, perTenant: 1, workClass: 'background' },
  retry: {
    limit: 2,
    interrupted: (tx, { id, isLast }) => store(tx, id, isLast ? failed(GIVEN_UP) : { status: 'Queued' }),
  },
  perform: (job, deps: ExportAccountDeps) => perform(job, deps),
})

/** Where the file of an export is. */
export function exportFile(folder: string, id: string): string {
  return join(folder, `${id}.zip`)
}

async function perform({ id, data, signal, end, change }: Job<Data>, deps: ExportAccountDeps): Promise<void> {
  const { folder, logger, now } = deps
  const isOurs = await change(async (tx) => {
    await tx.update(accountExports).set({ status: 'In Progress' }).where(eq(accountExports.id, id))
  })
  if (!isOurs) return
  const outcome = await writeExport(deps, data, exportFile(folder, id), signal).then(
    (bytes) => ({ status: 'Completed', bytes, expiresAt: new Date(now() + EXPORT_MS) }) as const,
    (error: unknown) => {
      // The job returns to the queue.
      if (signal.aborted) throw error
      logger.error({ err: error, export: id }, 'an account could not be exported')
      return failed('The file could not be written. Please try again')
    },
  )
  await end((tx) => store(tx, id, outcome))
}

const failed = (detail: string) => ({ status: 'Failed', detail }) as const

/** Its user is told in the same transaction when it has ended. */
async function store(tx: Transaction, id: string, change: Partial<typeof accountExports.$inferInsert>): Promise<void> {
  const [row] = await tx.update(accountExports).set(change).where(eq(accountExports.id, id)).returning()
  if (!row || row.status === 'Queued') return
  const isReady = row.status === 'Completed'
  await notify(tx, row.userId, {
    kind: 'export-ready',
    subject: isReady ? 'The export of your account is ready' : 'Your account could not be exported',
    body: isReady ? 'It can be downloaded in the settings under Account for 24 hours.' : (row.detail ?? ''),
    object: 'settings:account',
    dedupKey: id,
  })
}
