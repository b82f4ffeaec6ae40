import { z } from 'zod'
import { KNOWN_QUALITIES, MAX_SERIES, readSeriesId } from '@tradeloom/domain'
import { READ, READ_MUCH } from './api-terms.ts'
import { nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'

/** As scripts name it: provider and code, and after `#` the column of a dataset with several. */
const seriesName = line
  .max(300)
  .refine((id) => readSeriesId(id) !== null, 'Write a series as PROVIDER:CODE, or as PROVIDER:CODE#column')
const quality = z.enum(KNOWN_QUALITIES)

const seriesState = z.object({
  id: z.string(),
  /** Null where there is no such provider. */
  provider: z.object({ name: z.string(), title: z.string() }).nullable(),
  /** What is stored of it; null: nothing yet. Times are UTC milliseconds. */
  stored: z
    .object({
      /** Periods that have a value now, and the starts of the first and of the last one. */
      values: z.number().int(),
      firstPeriod: z.number().nullable(),
      lastPeriod: z.number().nullable(),
      revisions: z.number().int(),
      /** When its first and its last value became public; null without values. */
      first: z.number().nullable(),
      last: z.number().nullable(),
      /** From when on known times are on record; null where all rest on an assumed delay. */
      since: z.number().nullable(),
      /** What known times rest on, the weakest one first. */
      qualities: z.array(quality),
      /** When the provider was asked last, and why that failed. */
      checked: z.number(),
      problem: z.string().nullable(),
    })
    .nullable(),
  /** Values read so far, while it is being fetched. */
  fetching: z.number().int().nullable(),
  /** Whether the provider wants a key, and the user has none. */
  needsKey: z.boolean(),
  /** Why no run can read it; null if nothing prevents it. */
  problem: z.string().nullable(),
})
export type SeriesState = z.infer<typeof seriesState>

/** Columns of a dataset that are looked at together, and more than a script can read. */
const MAX_LISTED = 20

export const listSeries = endpoint({
  method: 'GET',
  path: '/api/sources/series',
  auth: 'user',
  summary: 'What is stored of the datasets that are named, or that a version of an algorithm reads',
  api: READ,
  params: nothing,
  query: z
    .strictObject({
      /** Names, separated by commas. */
      series: line
        .max(6000)
        .transform((list) => list.split(','))
        .pipe(z.array(seriesName).max(Math.max(MAX_SERIES, MAX_LISTED)))
        .optional(),
      algorithmId: uuid.optional(),
      algorithmVersionId: uuid.optional(),
    })
    .refine(
      ({ series, algorithmId, algorithmVersionId }) =>
        series === undefined
          ? algorithmId !== undefined && algorithmVersionId !== undefined
          : algorithmId === undefined && algorithmVersionId === undefined,
      'Name either series, or an algorithm and its version',
    ),
  body: nothing,
  response: z.array(seriesState),
})

/** Answers after 20 s at the latest, while it continues: callers that wait for it ask again. */
export const fetchSeries = endpoint({
  method: 'POST',
  path: '/api/sources/series',
  auth: 'user',
  summary: 'Fetch a dataset, or what is new of it, and wait for it',
  params: nothing,
  query: nothing,
  body: z.strictObject({ series: seriesName }),
  response: seriesState,
})

export const getKnownSeries = endpoint({
  method: 'GET',
  path: '/api/sources/series/known',
  auth: 'user',
  summary: 'The values of a stored dataset as they were known at a time',
  api: READ_MUCH,
  params: nothing,
  query: z.strictObject({ series: seriesName, at: isoTime }),
  body: nothing,
  response: z.object({
    /** Starts of periods, UTC milliseconds, oldest first; the other lists are as long. */
    periods: z.array(z.number()),
    /** Null where a value was missing, or withdrawn. */
    values: z.array(z.number().nullable()),
    known: z.array(z.number()),
    qualities: z.array(quality),
  }),
})
export type KnownSeriesReply = z.infer<typeof getKnownSeries.response>

export const getSeriesSteps = endpoint({
  method: 'GET',
  path: '/api/sources/series/steps',
  auth: 'user',
  summary: 'The newest value of a stored dataset from each moment on at which it changed',
  api: READ_MUCH,
  params: nothing,
  query: z.strictObject({ series: seriesName }),
  body: nothing,
  response: z.object({
    /** UTC milliseconds, ascending; the other lists are as long. */
    known: z.array(z.number()),
    periods: z.array(z.number()),
    values: z.array(z.number().nullable()),
    qualities: z.array(quality),
  }),
})
export type SeriesStepsReply = z.infer<typeof getSeriesSteps.response>
