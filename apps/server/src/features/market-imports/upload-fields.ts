import { instrumentId, intervalKey, line, text } from '@tradeloom/contracts'
import { z } from 'zod'

/** What an upload of market data says of its files. */
export const uploadFields = z.strictObject({
  instrumentId,
  format: line.min(1, 'Please choose a format').max(32),
  timezone: line.max(64).optional(),
  /** Of the bars, for files whose times do not tell it. */
  interval: intervalKey.exclude(['Tick']).or(z.literal('S1')).optional(),
  mapping: text
    .max(10_000)
    .transform((json, context) => {
      try {
        return z.record(line.max(64), line.max(128)).parse(JSON.parse(json))
      } catch {
        context.addIssue({ code: 'custom', message: 'The mapping must be a JSON object of column names' })
        return z.NEVER
      }
    })
    .optional(),
})

/** An upload as it waits in the queue: everything but its files. */
export const storedUpload = z.strictObject({
  /** Whose data it becomes; null: everybody is to see it. */
  owner: z.string().nullable(),
  instrumentId: z.string(),
  format: z.string(),
  timezone: z.string().optional(),
  interval: uploadFields.shape.interval,
  mapping: z.record(z.string(), z.string()).optional(),
  /** Names of the files in the import's folder, in the order in which they came. */
  stored: z.array(z.string()),
  /** Their names as the user knows them. */
  names: z.array(z.string()),
})

export type StoredUpload = z.output<typeof storedUpload>
