import { z } from 'zod'
import { nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Bytes of a file that are enough to recognize it. */
export const DETECTION_BYTES = 256 * 1024
/** More files than these are alike. */
export const DETECTION_FILES = 10

export const importDetection = z.object({
  file: z.string(),
  /** Name of a format; null when none reads it. */
  format: z.string().nullable(),
  instrumentId: z.string().nullable(),
  /** The zone that is assumed for its times; null if nothing indicates it. */
  timezone: z.string().nullable(),
  interval: z.string().nullable(),
  /** Names of the values in the rows, time (UTC milliseconds) first. */
  columns: z.array(z.string()),
  /** The first five rows. */
  rows: z.array(z.array(z.number())),
  /** The symbols that a column names; empty if there is no such column. */
  symbols: z.array(z.string()),
  /** What the file leaves open, to be specified before it is imported. */
  asks: z.array(z.enum(['symbol', 'timezone', 'dayOrder', 'decimal'])),
  problem: z.string().nullable(),
})
export type ImportDetection = z.infer<typeof importDetection>

/** Multipart: `file` parts, each the first 256 kB of a file. Nothing of them is kept. */
export const detectImport = endpoint({
  method: 'POST',
  path: '/api/market-data/detect',
  auth: 'user',
  summary: 'Recognize format, instrument and time zone of files from their beginnings',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: z.array(importDetection),
})
