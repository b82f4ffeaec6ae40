import { type ArchiveWindow, mergeWindows } from '@tradeloom/domain'
import { knownTimeOfDay } from '@tradeloom/domain/zones'
import { z } from 'zod'
import { eachPage } from '../each-page.ts'
import { readStatus } from '../read-status.ts'
import { readValue } from '../read-value.ts'
import type { SourceCall, SourceQuery } from '../source-call.ts'
import { SourceError, type SourceErrorKind } from '../source-error.ts'
import type { Release, Revision, SourceDatabase, SourceDataset, SourceProvider } from '../source-provider.ts'
import { addDays } from '../zoned-time.ts'

const page = { count: z.number().int() }
const releases = z.object({
  ...page,
  releases: z.array(z.object({ id: z.number().int(), name: z.string(), notes: z.string().optional() })),
})
const seriess = z.object({
  ...page,
  seriess: z.array(z.object({ id: z.string(), title: z.string() })),
})
const oneSeries = z.object({
  seriess: z
    .array(z.object({ id: z.string(), frequency: z.string(), frequency_short: z.string(), units: z.string() }))
    .min(1),
})
const ofSeries = z.object({ releases: z.array(z.object({ id: z.number().int(), name: z.string() })).min(1) })
const observations = z.object({
  ...page,
  observations: z.array(
    z.object({ realtime_start: z.iso.date(), realtime_end: z.iso.date(), date: z.iso.date(), value: z.string() }),
  ),
})
const vintageDates = z.object({ ...page, vintage_dates: z.array(z.iso.date()) })
const releaseDates = z.object({
  ...page,
  release_dates: z.array(z.object({ release_id: z.number().int(), date: z.iso.date() })),
})

type Series = z.infer<typeof oneSeries>['seriess'][number]
type Observation = z.infer<typeof observations>['observations'][number]

const LIST_PAGE = 1000
const VALUES_PAGE = 100_000
const DATES_PAGE = 10_000
/** Of one request: twice as many are refused. */
const VINTAGES = 1000
const EVER = '9999-12-31'
const MAX_ROWS = 2_000_000

/** Its last days are counted in the zone of its servers where nobody states a time. */
const ZONE = 'America/Chicago'

/** Days or months of a period. */
const LENGTHS: Readonly<Record<string, readonly [days: number, months: number]>> = {
  D: [1, 0],
  W: [7, 0],
  BW: [14, 0],
  M: [0, 1],
  Q: [0, 3],
  SA: [0, 6],
  A: [0, 12],
  '5Y': [0, 60],
}

/** FRED and its archive ALFRED. */
export const fredProvider: SourceProvider = {
  name: 'fred',
  title: 'FRED',
  url: 'https://api.stlouisfed.org/',
  keyNeed: 'required',
  isKeyShared: false,
  signUp: { url: 'https://fredaccount.stlouisfed.org/apikeys', note: 'A key is free.' },
  // It allows 120.
  budget: { perMinute: 110, atOnce: 4 },
  listPages: 400,
  terms: {
    text: 'This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.',
    url: 'https://fred.stlouisfed.org/docs/api/terms_of_use.html',
    keep: 'forever',
    shareable: false,
  },
  catalog: [
    { code: '9', name: 'Advance Monthly Sales for Retail and Food Services' },
    { code: '10', name: 'Consumer Price Index' },
    { code: '18', name: 'H.15 Selected Interest Rates' },
    { code: '46', name: 'Producer Price Index' },
    { code: '50', name: 'Employment Situation' },
    { code: '53', name: 'Gross Domestic Product' },
    { code: '54', name: 'Personal Income and Outlays' },
    { code: '180', name: 'Unemployment Insurance Weekly Claims Report' },
  ].map((one) => ({ ...one, description: null, premium: false, datasetsCount: null })),
  async databases(call) {
    const databases: SourceDatabase[] = []
    await eachPage(LIST_PAGE, async (offset) => {
      const answer = await get(call, releases, 'fred/releases', { limit: LIST_PAGE, offset })
      for (const { id, name, notes } of answer.releases)
        databases.push({ code: `${id}`, name, description: notes ?? null, premium: false, datasetsCount: null })
      return answer.count
    })
    return databases
  },
  async datasets(call, { database, search, start, count }) {
    const query = { limit: Math.min(count, LIST_PAGE), offset: start }
    const path = database === undefined ? 'fred/series/search' : 'fred/release/series'
    const of = database === undefined ? { search_text: search } : { release_id: database }
    const answer = await get(call, seriess, path, { ...of, ...query })
    const data = answer.seriess.map(({ id, title }): SourceDataset => ({
      code: id,
      name: title,
      databaseCode: database ?? '',
    }))
    return { found: answer.count, data }
  },
  async dataset(call, code) {
    const rows = await valuesOf(call, { series_id: code })
    const { units } = await seriesOf(call, code)
    return {
      columns: [
        { name: 'Date', type: 'date' },
        { name: code, type: 'number', unit: units },
      ],
      order: 'asc',
      rows: rows.map(({ date, value }) => [date, readValue(value)]),
    }
  },
  async checkKey(call) {
    await get(call, releases, 'fred/releases', { limit: 1 })
  },
  revisions,
  async unit(call, code) {
    return (await seriesOf(call, code)).units
  },
  async releases(call, code, from, to) {
    const { id, name } = await releaseOf(call, code)
    const found: Release[] = []
    await eachPage(LIST_PAGE, async (offset) => {
      // Newest first: what is to come is on the first page, after which decades follow.
      const query = { release_id: id, include_release_dates_with_no_data: 'true', sort_order: 'desc' }
      const answer = await get(call, releaseDates, 'fred/release/dates', { ...query, limit: LIST_PAGE, offset })
      for (const { date: day } of answer.release_dates)
        if (day >= from && day <= to) found.push({ id: `${id}`, day, at: knownTimeOfDay(timeOf(day), name, ZONE) })
      return answer.release_dates.some(({ date }) => date < from) ? 0 : answer.count
    })
    return found.toReversed()
  },
  /** It answers 400 for nearly everything. */
  readError(status, body): SourceErrorKind {
    if (status !== 400) return readStatus(status)
    if (/variable api_key/i.test(body)) return 'bad-key'
    return /does not exist/.test(body) ? 'not-found' : 'bad-request'
  },
}

/** Every vintage of every period. It is requested in stretches of the archive. */
async function* revisions(call: SourceCall, code: string, since: string | null): AsyncIterable<Revision> {
  const [series, { name: release }] = await Promise.all([seriesOf(call, code), releaseOf(call, code)])
  const dates = await vintagesOf(call, code)
  // Without what was known the day before, nothing could be told from what is new.
  const wanted = since === null ? dates : [addDays(since, -1), since, ...dates.filter((date) => date > since)]
  const windows: ArchiveWindow[] = []
  let count = 0
  for (let at = 0; at < wanted.length; at += VINTAGES) {
    const [first = '', next] = [wanted[at], wanted[at + VINTAGES]]
    const last = next === undefined ? EVER : addDays(next, -1)
    const rows = await valuesOf(call, { series_id: code, realtime_start: first, realtime_end: last })
    count += rows.length
    if (count > MAX_ROWS) throw new SourceError('unreadable', 'FRED has too many revisions of this series')
    windows.push({
      from: timeOf(first),
      to: timeOf(last),
      rows: rows.map((row) => datedValue(row, series)),
    })
  }
  for (const { day, ...change } of mergeWindows(windows)) {
    const vintage = new Date(day).toISOString().slice(0, 10)
    if (since !== null && vintage < since) continue
    yield { ...change, knownAt: knownTimeOfDay(day, release, ZONE), vintage }
  }
}

function datedValue({ date, value, realtime_start: from, realtime_end: to }: Observation, series: Series) {
  const { start, end } = periodOf(date, series)
  const dates = { validFrom: timeOf(from), validTo: timeOf(to) }
  return { periodStart: start, periodEnd: end, value: readValue(value) ?? Number.NaN, ...dates }
}

/** Of a day; infinite for the last day of what still holds. */
function timeOf(day: string): number {
  return day === EVER ? Infinity : Date.parse(day)
}

async function get<Shape extends z.ZodType>(call: SourceCall, shape: Shape, path: string, query: SourceQuery) {
  return call.json(shape, path, { ...query, api_key: call.key ?? undefined, file_type: 'json' })
}

/** Of today's vintage if the query names none. */
async function valuesOf(call: SourceCall, query: SourceQuery): Promise<Observation[]> {
  const rows: Observation[] = []
  await eachPage(VALUES_PAGE, async (offset) => {
    const answer = await get(call, observations, 'fred/series/observations', { ...query, limit: VALUES_PAGE, offset })
    for (const row of answer.observations) rows.push(row)
    return answer.count
  })
  return rows
}

async function vintagesOf(call: SourceCall, code: string): Promise<string[]> {
  const dates: string[] = []
  await eachPage(DATES_PAGE, async (offset) => {
    const query = { series_id: code, limit: DATES_PAGE, offset }
    const answer = await get(call, vintageDates, 'fred/series/vintagedates', query)
    dates.push(...answer.vintage_dates)
    return answer.count
  })
  return dates
}

async function seriesOf(call: SourceCall, code: string) {
  const { seriess: found } = await get(call, oneSeries, 'fred/series', { series_id: code })
  return found[0] as Series
}

async function releaseOf(call: SourceCall, code: string) {
  const { releases: found } = await get(call, ofSeries, 'fred/series/release', { series_id: code })
  return found[0] as { id: number; name: string }
}

/**
 * The date of a month or longer is its first day. Weeks are dated by their last one ("Weekly, Ending Saturday"; "Weekly, As of
 * Wednesday"), unless their frequency says that it is the beginning.
 */
function periodOf(day: string, { frequency, frequency_short: short }: Series): { start: number; end: number } {
  const [days, months] = LENGTHS[short] ?? [1, 0]
  const date = new Date(`${day}T00:00:00Z`)
  const isLast = short.endsWith('W') && !/\bbeg/i.test(frequency)
  if (isLast) date.setUTCDate(date.getUTCDate() + 1 - days)
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate() + days)
  return { start: date.getTime(), end }
}
