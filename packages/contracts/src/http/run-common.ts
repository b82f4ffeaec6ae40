import { balanceProblem, endProblem, INTERVAL_KEYS } from '@tradeloom/domain'
import { z } from 'zod'
import { instrumentId, uuid } from './common.ts'
import { runModels } from './run-models.ts'
import { runTables, tablesSummary } from './run-tables.ts'
import { isoTime } from './time.ts'

export const runStatus = z.enum(['Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped'])

export const intervalKey = z.enum(INTERVAL_KEYS)
const resolution = z.union([z.literal(0), z.literal(1)])

/** What every run of an algorithm shows in a list, of whatever kind. */
export const run = z.object({
  id: uuid,
  /** When it was requested. */
  time: z.string(),
  algorithmId: uuid,
  algorithmName: z.string(),
  algorithmVersionId: uuid,
  displayVersionNo: z.string(),
  userId: uuid,
  username: z.string(),
  readOnly: z.boolean(),
  instrumentId: z.string(),
  symbol: z.string(),
  broker: z.string(),
  simulated: z.boolean(),
  /** In account currency. */
  initialBalance: z.number(),
  start: z.string(),
  end: z.string(),
  interval: intervalKey,
  resolution,
  models: runModels,
  /** A summary of the long tables of its models, which have their own call; null when it has none. */
  tables: tablesSummary.nullable(),
  accountCurrency: z.string(),
  lambda: z.boolean(),
  status: runStatus,
  /** -1 while queued, 0 to 100 afterwards. */
  progress: z.number(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  /** Compute units charged for it, and whether they were given back. */
  units: z.number().int(),
  unitsRefunded: z.boolean(),
  engineVersion: z.string().nullable(),
})

const initialBalance = z
  .number()
  .max(1e12)
  .superRefine((balance, context) => {
    const message = balanceProblem(balance)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** What every request for a run on historical prices states. */
export const runRequest = z.strictObject({
  algorithmVersionId: uuid,
  instrumentId,
  initialBalance: initialBalance.default(10_000),
  start: isoTime,
  /** Null: now, which is the last data. */
  end: isoTime.nullable(),
  interval: intervalKey.default('M15'),
  resolution: resolution.default(1),
  accountCurrency: z.literal('USD').default('USD'),
  lambda: z.boolean().default(false),
  models: runModels.optional(),
  tables: runTables.optional(),
})

type RunRequest = z.ZodType<Pick<z.output<typeof runRequest>, 'models' | 'tables' | 'start' | 'end'>>

/** What the fields of a request for a run must have in common. */
export function consistent<Request extends RunRequest>(request: Request) {
  return request
    .refine(({ models, tables }) => (models?.spread.model === 'hourly') === (tables?.spreadByHour != null), {
      message: 'A spread by hour of the week needs its 168 values, and they need it',
      path: ['tables', 'spreadByHour'],
    })
    .refine(({ models, tables }) => tables?.fundingRates == null || models?.funding != null, {
      message: 'Funding rates need a funding model that says what holds between them',
      path: ['tables', 'fundingRates'],
    })
    .refine(({ models, tables }) => tables?.swapRates == null || models?.swap != null, {
      message: 'Swap rates need a swap model that says their unit and what holds before them',
      path: ['tables', 'swapRates'],
    })
    .superRefine(checkEnd)
}

/** Refuses a period that does not end after its start. */
export function checkEnd({ start, end }: { start: string; end: string | null }, context: z.core.$RefinementCtx): void {
  const message = end === null ? null : endProblem(Date.parse(start), Date.parse(end))
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['end'] })
}
