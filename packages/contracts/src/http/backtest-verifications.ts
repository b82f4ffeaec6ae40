import { z } from 'zod'
import { READ, START_RUN } from './api-terms.ts'
import { algorithmFields } from './algorithms.ts'
import { checkEnd, intervalKey } from './run-common.ts'
import { byId, instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { runModels } from './run-models.ts'
import { runTables } from './run-tables.ts'
import { isStorable } from './stored-data.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'
import { verification } from './verification.ts'
import { MAX_INTEGER, wholeNumber } from './whole-number.ts'

const hash = line.regex(/^[0-9a-f]{32,128}$/, 'This is not a hash')

/** The parts of a run's manifest that are compared. */
const manifest = z
  .looseObject({
    scriptHash: hash,
    engineVersion: line.max(32),
    indicators: z
      .array(z.looseObject({ key: line.max(64), hash }))
      .max(100)
      .optional(),
    data: z
      .array(
        z.looseObject({
          instrumentId,
          use: line.max(32),
          interval: line.max(16),
          price: line.max(16),
          hash,
          spread: line.max(1000).optional(),
          months: z
            .array(z.tuple([line.regex(/^\d{4}-\d{2}$/), hash]))
            .max(2_000)
            .optional(),
        }),
      )
      .max(200),
    calendars: z
      .array(z.looseObject({ name: line.max(200), hash }))
      .max(200)
      .optional(),
    prices: z.looseObject({}).nullable().optional(),
    spec: z.record(line.max(64), z.unknown()),
  })
  .refine(isStorable, 'The manifest in this file is damaged')

const { script, name } = algorithmFields

/** Its script and those of its indicators can be longer than the body of any other call. */
export const MAX_EXPORT_BYTES = 8 * 1024 * 1024

/** A backtest as a file, to be verified on another installation with the same data. */
export const exportedBacktest = z.strictObject({
  format: z.literal('tradeloom-backtest', 'This is not an exported backtest'),
  version: z.literal(1, 'This file needs a newer version of Tradeloom'),
  name,
  settings: z
    .strictObject({
      instrumentId,
      initialBalance: z.number().positive().max(1e12),
      start: isoTime,
      end: isoTime,
      interval: intervalKey,
      resolution: z.union([z.literal(0), z.literal(1)]),
      externals: z.record(line.max(64), z.number()),
      accountCurrency: z.literal('USD'),
      models: runModels,
      seed: wholeNumber(0, MAX_INTEGER),
    })
    .superRefine(checkEnd),
  tables: runTables,
  script,
  indicators: z
    .array(z.strictObject({ key: line.max(40).regex(/^[A-Za-z_$][\w$]*$/, 'This is not a key'), script }))
    .max(100),
  manifest,
  expected: z.strictObject({
    resultHash: hash,
    ledgerHash: hash.nullable(),
    equity: z.number().nullable(),
    positionCount: wholeNumber(0, MAX_INTEGER).nullable(),
  }),
})
export type ExportedBacktest = z.infer<typeof exportedBacktest>

export const verifyBacktest = endpoint({
  method: 'POST',
  path: '/api/backtest/:id/verify',
  auth: 'user',
  summary: 'Run an own completed backtest again and compare the results',
  api: START_RUN,
  params: byId,
  query: nothing,
  body: nothing,
  response: verification,
})

export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/backtest/:id/verifications',
  auth: 'user',
  summary: 'The latest verifications of an own backtest, newest first',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(verification),
})

export const verifyFile = endpoint({
  method: 'POST',
  path: '/api/verifications',
  auth: 'user',
  summary: 'Run an exported backtest on the data of this installation and compare the results',
  params: nothing,
  query: nothing,
  body: exportedBacktest,
  response: verification,
})

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/verification/:id',
  auth: 'user',
  summary: 'A verification of the user',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: verification,
})
