import { instrumentId, intervalKey, line, text } from '@tradeloom/contracts'
import { z } from 'zod'

/** Form fields of a market data upload. */
export const uploadFields = z.strictObject({
  instrumentId,
  format: line.min(1, 'Please choose a format').max(32),
  timezone: line.max(64).optional(),
  /** Of the rows to import, as the files name it. */
  symbol: line.max(64).optional(),
  /** Of the bars, for files whose times do not reveal it. */
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

/** An upload as stored in the queue, without its files. */
export const storedUpload = z.strictObject({
  /** The owner of the imported data; null if it is shared. */
  owner: z.string().nullable(),
  instrumentId: z.string(),
  format: z.string(),
  timezone: z.string().optional(),
  symbol: z.string().optional(),
  interval: uploadFields.shape.interval,
  mapping: z.record(z.string(), z.string()).optional(),
  /** File names in the import's folder, in upload order. */
  stored: z.array(z.string()),
  /** Their original names. */
  names: z.array(z.string()),
})

export type StoredUpload = z.output<typeof storedUpload>
