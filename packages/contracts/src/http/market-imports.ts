import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { defectKind } from './data-quality.ts'
import { endpoint } from './endpoint.ts'

export const importFormat = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  defaultTimezone: z.string(),
  extensions: z.array(z.string()),
  /** The columns must be mapped when the header does not name them. */
  needsMapping: z.boolean(),
})

export const listImportFormats = endpoint({
  method: 'GET',
  path: '/public-api/market-data/formats',
  auth: 'public',
  summary: 'Formats that can be imported',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(importFormat),
})

export const importProblem = z.object({
  kind: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
})

export const importSeries = z.object({
  interval: z.string(),
  price: z.enum(['quote', 'trade']),
  rows: z.number().int(),
  /** Findings in the rows of the files. */
  quality: z.object({
    first: z.number().nullable(),
    last: z.number().nullable(),
    /** Largest first. */
    gaps: z.array(z.object({ start: z.number(), end: z.number(), missing: z.number().int() })).readonly(),
    scaleSuspect: z.boolean(),
    scaleFactor: z.number(),
    shiftHours: z.number(),
  }),
  /** Quality of the stored period after the import; null when nothing of it is kept. */
  grade: z
    .object({
      missing: z.number().int(),
      goodPercent: z.number(),
      counts: z.partialRecord(defectKind, z.number().int()),
    })
    .nullable()
    .optional(),
})
export type ImportSeries = z.infer<typeof importSeries>

export const importReport = z.object({
  rows: z.number().int(),
  imported: z.number().int(),
  unchanged: z.number().int(),
  replaced: z.number().int(),
  first: z.number().nullable(),
  last: z.number().nullable(),
  timezone: z.string(),
  months: z.array(z.object({ month: z.string(), interval: z.string(), rows: z.number().int(), status: z.string() })),
  problems: z.array(importProblem),
  problemCounts: z.record(z.string(), z.number()),
  /** Missing in reports of earlier versions. */
  series: z.array(importSeries).optional(),
})
export type ImportReport = z.infer<typeof importReport>

/** Prices that are fetched from a venue, instead of files. */
export const importFetch = z.object({
  venueId: z.string(),
  venueName: z.string(),
  /** UTC milliseconds, `from <= time < to`. */
  from: z.number(),
  to: z.number(),
})

export const marketImport = z.object({
  id: uuid,
  userId: uuid,
  time: z.string(),
  instrumentId: z.string(),
  format: z.string(),
  files: z.array(z.string()),
  /** Absent for files. */
  fetch: importFetch.optional(),
  status: z.enum(['Queued', 'In Progress', 'Completed', 'Failed']),
  /** 0 to 100. */
  progress: z.number(),
  rows: z.number().int(),
  detail: z.string().nullable(),
  report: importReport.nullable(),
})
export type MarketImport = z.infer<typeof marketImport>

/**
 * Multipart: fields `instrumentId`, `format`, `timezone`, `interval` and `mapping` (JSON), all three optional, then one or more
 * `file` parts. The body is checked by the server as it streams, so it has no schema here.
 */
export const startImport = endpoint({
  method: 'POST',
  path: '/api/market-data/imports',
  auth: 'user',
  summary: 'Upload files and import them',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: marketImport,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/market-data/imports',
  auth: 'user',
  summary: 'Imports of the user, newest first',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(marketImport),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/market-data/imports/:id',
  auth: 'user',
  summary: 'One import with its report',
  params: byId,
  query: nothing,
  body: nothing,
  response: marketImport,
})
