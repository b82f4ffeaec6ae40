import { z } from 'zod'
import { eachPage } from '../each-page.ts'
import { pathSegment } from '../path-segment.ts'
import { readPeriod } from '../read-period.ts'
import { readStatus } from '../read-status.ts'
import { readValue } from '../read-value.ts'
import type { SourceCall, SourceQuery } from '../source-call.ts'
import { SourceError } from '../source-error.ts'
import type { SourceDatabase, SourceDataset, SourceDimension, SourceProvider, SourceTable } from '../source-provider.ts'

const page = { num_found: z.number().int() }
const providers = z.object({
  providers: z.object({
    ...page,
    docs: z.array(z.object({ code: z.string(), name: z.string(), terms_of_use: z.string().nullish() })),
  }),
})
const named = z.object({ code: z.string(), name: z.string().nullish() })
const datasets = z.object({ datasets: z.record(z.string(), z.object({ ...page, docs: z.array(named) })) })
const results = z.object({ results: z.object({ ...page, docs: z.array(named.extend({ provider_code: z.string() })) }) })
const labels = z.union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))])
const series = z.object({
  dataset: z
    .object({
      dimensions_codes_order: z.array(z.string()).default([]),
      dimensions_labels: z.record(z.string(), z.string()).default({}),
      dimensions_values_labels: z.record(z.string(), labels).default({}),
    })
    .optional(),
  series: z.object({
    ...page,
    docs: z.array(
      z.object({
        series_code: z.string(),
        series_name: z.string().nullish(),
        period: z.array(z.string()),
        period_start_day: z.array(z.iso.date()).optional(),
        value: z.array(z.unknown()),
      }),
    ),
  }),
})
type Answer = z.infer<typeof series>

/** Of one request. */
const LIST_PAGE = 500
const MAX_SERIES = 20

/** A collector of what many institutions publish. A choice of series follows the code of a dataset: see `readCode`. */
export const dbnomicsProvider: SourceProvider = {
  name: 'dbnomics',
  title: 'DBnomics',
  url: 'https://api.db.nomics.world/v22/',
  keyNeed: 'none',
  isKeyShared: true,
  signUp: null,
  // Nothing is stated.
  budget: { perMinute: 100, atOnce: 1 },
  listPages: 100,
  terms: {
    text: 'Data collected by DBnomics. Each institution has its own terms of use.',
    url: 'https://db.nomics.world/about',
    keep: 'forever',
    shareable: false,
  },
  async databases(call) {
    const found: SourceDatabase[] = []
    await eachPage(LIST_PAGE, async (offset) => {
      const { docs, num_found } = (await call.json(providers, 'providers', { limit: LIST_PAGE, offset })).providers
      for (const { code, name, terms_of_use: terms } of docs) {
        const description = terms ? `Terms of use: ${terms}` : null
        found.push({ code, name, description, premium: false, datasetsCount: null })
      }
      return num_found
    })
    return found
  },
  async datasets(call, { database, search, start, count }) {
    const data: SourceDataset[] = []
    let found = 0
    for (let offset = start; offset < start + count; offset += LIST_PAGE) {
      const limit = Math.min(LIST_PAGE, start + count - offset)
      const answer = await (database === undefined
        ? findDatasets(call, { q: search, limit, offset })
        : listDatasets(call, database, { limit, offset }))
      data.push(...answer.data)
      found = answer.found
      if (offset + limit >= found) break
    }
    return { found, data }
  },
  async dataset(call, code) {
    const { provider, dataset, chosen } = readCode(code)
    const [p, d] = [pathSegment(provider), pathSegment(dataset)]
    if (chosen === null) {
      const answer = await call.json(series, `series/${p}/${d}`, { observations: 1, limit: MAX_SERIES, offset: 0 })
      return answer.series.num_found > MAX_SERIES ? choices(answer) : tableOf(answer)
    }
    if (typeof chosen === 'string') {
      const query = { observations: 1, limit: MAX_SERIES, offset: 0, dimensions: chosen }
      return tableOf(await call.json(series, `series/${p}/${d}`, query))
    }
    const answers: Answer[] = []
    for (const one of chosen.slice(0, MAX_SERIES))
      answers.push(await call.json(series, `series/${p}/${d}/${pathSegment(one)}`, { observations: 1 }))
    const docs = answers.flatMap((answer) => answer.series.docs)
    return tableOf({ series: { num_found: docs.length, docs } })
  },
  readError: readStatus,
}

async function listDatasets(call: SourceCall, database: string, query: SourceQuery) {
  const answer = await call.json(datasets, `datasets/${pathSegment(database)}`, query)
  const list = answer.datasets[database]
  if (list === undefined) throw new SourceError('unreadable', 'DBnomics lists another institution')
  const data = list.docs.map(({ code, name }) => datasetOf(database, code, name))
  return { found: list.num_found, data }
}

async function findDatasets(call: SourceCall, query: SourceQuery) {
  const { docs, num_found } = (await call.json(results, 'search', query)).results
  return { found: num_found, data: docs.map(({ provider_code: of, code, name }) => datasetOf(of, code, name)) }
}

function datasetOf(database: string, code: string, name: string | null | undefined): SourceDataset {
  return { code: `${database}/${code}`, name: name ?? code, databaseCode: database }
}

/**
 * `{institution}/{dataset}`, then nothing, `/{series}+{series}`, or `/{dimension}={value}&{dimension}={value}`. Codes of
 * datasets may contain colons, and those of series slashes.
 */
function readCode(code: string) {
  const [provider = '', dataset = '', ...rest] = code.split('/')
  const choice = rest.join('/')
  if (rest.length === 0) return { provider, dataset, chosen: null }
  if (!choice.includes('=')) return { provider, dataset, chosen: choice.split('+') }
  const query = new URLSearchParams(choice)
  const chosen = JSON.stringify(Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)])))
  return { provider, dataset, chosen }
}

function choices({ dataset }: Answer): SourceTable {
  if (dataset === undefined) throw new SourceError('unreadable', 'DBnomics does not describe this dataset')
  const dimensions = dataset.dimensions_codes_order.map((code): SourceDimension => {
    const values = dataset.dimensions_values_labels[code] ?? []
    const pairs = Array.isArray(values) ? values : Object.entries(values)
    return {
      code,
      label: dataset.dimensions_labels[code] ?? code,
      values: pairs.map(([value, label]) => ({ code: value, label })),
    }
  })
  return { columns: [{ name: 'Date', type: 'date' }], order: 'asc', rows: [], dimensions }
}

/** One row for each period that any of the series has. */
function tableOf({ series: { docs } }: Answer): SourceTable {
  const rows = new Map<string, (string | number | null)[]>()
  for (const [at, doc] of docs.entries()) {
    if (doc.value.length !== doc.period.length) throw new SourceError('unreadable', 'DBnomics lost values of a series')
    for (const [index, period] of doc.period.entries()) {
      const day = doc.period_start_day?.[index] ?? startOf(period)
      const row = rows.get(day) ?? [day, ...docs.map(() => null)]
      row[at + 1] = readValue(doc.value[index])
      rows.set(day, row)
    }
  }
  return {
    columns: [
      { name: 'Date', type: 'date' },
      ...docs.map(({ series_code: name, series_name: label }) => ({
        name,
        type: 'number' as const,
        label: label ?? null,
      })),
    ],
    order: 'asc',
    rows: [...rows.keys()].toSorted().map((day) => rows.get(day) ?? []),
  }
}

function startOf(period: string): string {
  const read = readPeriod(period)
  if (read === null) throw new SourceError('unreadable', 'DBnomics has a period that cannot be read')
  return new Date(read.start).toISOString().slice(0, 10)
}
