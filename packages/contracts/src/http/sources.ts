import { z } from 'zod'
import { READ, READ_MUCH } from './api-terms.ts'
import { nothing } from './common.ts'
import { DATASET_SEARCH_MIN, DATASETS_PAGE } from './dataset-limits.ts'
import { endpoint } from './endpoint.ts'
import { line, text } from './text.ts'
import { queryNumber } from './whole-number.ts'

const providerName = line.max(24)

/** A provider of data as everyone sees it. */
const sourceProvider = z.object({
  /** In paths. */
  name: z.string(),
  title: z.string(),
  /** Whether an administrator has switched it on: nothing is sent to one that is off. */
  isOn: z.boolean(),
  keyNeed: z.enum(['none', 'optional', 'required']),
  /** Where a key is given out, and a remark on it. */
  signUp: z.object({ url: z.string(), note: z.string().nullable() }).nullable(),
  terms: z.object({
    /** Shown wherever its data is. */
    text: z.string(),
    url: z.string(),
    /** Whether its data may leave the page as a file or in an algorithm. */
    keep: z.enum(['forever', 'page']),
    shareable: z.boolean(),
  }),
})
export type SourceProviderInfo = z.infer<typeof sourceProvider>

const sourceDatabase = z.object({
  code: z.string(),
  providerName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Its initials as a picture of this server, in an address that contains it. */
  image: z.string(),
  premium: z.boolean(),
  /** Null until it was opened for the first time, when it is counted. */
  datasetsCount: z.number().int().nullable(),
})
export type SourceDatabaseInfo = z.infer<typeof sourceDatabase>

const sourceDataset = z.object({
  code: z.string(),
  name: z.string(),
  providerName: z.string(),
  databaseCode: z.string(),
})
export type SourceDatasetInfo = z.infer<typeof sourceDataset>

export const listSourceProviders = endpoint({
  method: 'GET',
  path: '/public-api/sources/providers',
  auth: 'public',
  summary: 'Providers of data, with their terms and where their keys are given out',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(sourceProvider),
})

export const listSourceDatabases = endpoint({
  method: 'GET',
  path: '/public-api/sources/databases',
  auth: 'public',
  summary: 'Databases of the providers that are on',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    /** Of all databases, as far as they are known. */
    datasetsCount: z.number().int(),
    data: z.array(sourceDatabase),
  }),
})

export const getSourceDatabase = endpoint({
  method: 'GET',
  path: '/public-api/sources/database/:provider/:code',
  auth: 'public',
  summary: 'One database',
  api: READ,
  params: z.strictObject({ provider: providerName, code: line.max(200) }),
  query: nothing,
  body: nothing,
  response: sourceDatabase,
})

export const listSourceDatasets = endpoint({
  method: 'GET',
  path: '/public-api/sources/datasets',
  auth: 'public',
  summary: 'Datasets of a database, or those whose names have the words of a search',
  api: READ,
  params: nothing,
  query: z.strictObject({
    start: queryNumber(0, 10_000_000).default(0),
    count: queryNumber(1, DATASETS_PAGE).default(DATASETS_PAGE),
    /** As `{provider}/{code}`, or the code alone. */
    database: line.max(240).optional(),
    search: line
      .trim()
      .min(DATASET_SEARCH_MIN, `A search needs at least ${DATASET_SEARCH_MIN} characters`)
      .max(200)
      .optional(),
  }),
  body: nothing,
  response: z.object({ found: z.number().int(), data: z.array(sourceDataset) }),
})

const cell = z.union([z.string(), z.number(), z.null()])

export const getSourceDataset = endpoint({
  method: 'GET',
  path: '/api/sources/dataset/:provider/*',
  auth: 'user',
  summary: 'The values of a dataset; 400 asks for a key of the provider, and only for that',
  api: READ_MUCH,
  // However long: what cannot be found is 404, since 400 would ask for a key.
  params: z.strictObject({ provider: text, '*': text }),
  query: z.strictObject({
    /** For this call alone; it is kept nowhere. */
    apiKey: line
      .trim()
      .min(1, 'Please enter your API key')
      .max(200, 'An API key has at most 200 characters')
      .optional(),
  }),
  body: nothing,
  response: z.object({
    meta: z.object({
      /** The first is the date or the text of a row; at most 20 follow. */
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['date', 'number', 'text']),
          /** In words, where the name is a code. */
          label: z.string().nullable(),
          unit: z.string().nullable(),
        }),
      ),
      order: z.enum(['asc', 'desc']),
      /** How many columns there are besides the first. */
      columnsCount: z.number().int(),
      /** When the provider gave it, UTC milliseconds. */
      fetched: z.number(),
      /** What has to be chosen first: the choice follows the code, as `{code}/{dimension}={value}&...`. */
      dimensions: z
        .array(
          z.object({
            code: z.string(),
            label: z.string(),
            values: z.array(z.object({ code: z.string(), label: z.string() })),
          }),
        )
        .nullable(),
    }),
    data: z.array(z.array(cell)),
    /** Why these are older values; null if they are not. */
    error: z.string().nullable(),
  }),
})
export type SourceDatasetReply = z.infer<typeof getSourceDataset.response>

const keyAnswer = z.object({
  /** Its end, such as `••••1234`; null: none. */
  key: z.string().nullable(),
})
const byProvider = z.strictObject({ provider: providerName })

export const getSourceKey = endpoint({
  method: 'GET',
  path: '/api/sources/key/:provider',
  auth: 'user',
  summary: "The end of the user's key of a data provider",
  params: byProvider,
  query: nothing,
  body: nothing,
  response: keyAnswer,
})

export const saveSourceKey = endpoint({
  method: 'PUT',
  path: '/api/sources/key/:provider',
  auth: 'user',
  summary: 'Try a key of a data provider and keep it; null deletes it',
  audit: { action: 'source-key-saved' },
  params: byProvider,
  query: nothing,
  body: z.strictObject({
    key: line.trim().min(1, 'Please enter your API key').max(200, 'An API key has at most 200 characters').nullable(),
  }),
  response: keyAnswer,
})

/** A provider of data as an administrator sees it. */
const sourceSwitch = sourceProvider.extend({
  /** When it was last switched, and by whom; null for a user who is gone. UTC milliseconds. */
  changed: z.number().nullable(),
  changedBy: z.string().nullable(),
  /** The end of the operator's key, with which lists are refreshed; null: none. */
  key: z.string().nullable(),
  /** Whether that key also opens datasets for all users. */
  isKeyShared: z.boolean(),
  /** When its lists were refreshed, UTC milliseconds, and why that failed the last time. */
  listed: z.number().nullable(),
  problem: z.string().nullable(),
  databases: z.number().int(),
  /** Until when it allows nothing, UTC milliseconds. */
  silentUntil: z.number().nullable(),
})
export type SourceSwitch = z.infer<typeof sourceSwitch>

export const listSourceSwitches = endpoint({
  method: 'GET',
  path: '/api/admin/sources',
  auth: 'admin',
  summary: 'Data providers with the state of their lists',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(sourceSwitch),
})

export const switchSource = endpoint({
  method: 'PATCH',
  path: '/api/admin/source/:provider',
  auth: 'admin',
  summary: "Switch a data provider on or off, or change the operator's key: nothing is sent to one that is off",
  audit: { action: 'source-switched', details: ['isOn'] },
  params: byProvider,
  query: nothing,
  body: z.strictObject({
    isOn: z.boolean().optional(),
    /** Null deletes it. */
    key: line.trim().min(1, 'Please enter your API key').max(200).nullable().optional(),
  }),
  response: sourceSwitch,
})
