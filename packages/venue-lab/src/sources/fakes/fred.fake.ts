// Shapes: the documentation of the FRED API, with a recorded body of series/observations, and a recorded refusal.
import { FakeError, type FakeRequest, type SourceFake } from '../source-fake.ts'

const KEY = 'abcdef0123456789abcdef0123456789'
const EVER = '9999-12-31'
const DAY = 86_400_000
/** More vintages in one request are refused. */
const MAX_VINTAGES = 2000
const SERIES = 1100
const RELEASES = 1003

/** A value of a period, and the days on which it was the one that was known. */
interface Row {
  readonly date: string
  readonly value: string
  readonly from: string
  readonly to: string
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const after = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY)

/** Each day's value appears the day after; each tenth is revised 30 days later, and each hundredth withdrawn. */
function dailyRows(count: number): Row[] {
  const rows: Row[] = []
  for (let n = 0; n < count; n++) {
    const date = after('2015-01-01', n)
    const first = after(date, 1)
    const later = after(date, 30)
    if (n % 100 === 50) rows.push({ date, value: `${n}`, from: first, to: after(later, -1) })
    else if (n % 10 !== 0) rows.push({ date, value: `${n}`, from: first, to: EVER })
    else {
      rows.push({ date, value: `${n}`, from: first, to: after(later, -1) })
      rows.push({ date, value: `${n}.5`, from: later, to: EVER })
    }
  }
  return rows
}

const month = (date: string, from: string, value: string, to = EVER): Row => ({ date, value, from, to })
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  DAILY: dailyRows(2300),
  CPIAUCSL: [
    month('2024-01-01', '2024-02-13', '308.417', '2024-03-11'),
    month('2024-01-01', '2024-03-12', '308.5'),
    month('2024-02-01', '2024-03-12', '.', '2024-04-09'),
    month('2024-02-01', '2024-04-10', '310.326'),
    month('2024-03-01', '2024-04-10', '312.332'),
  ],
  SPARSE: [month('2017-05-01', '2017-06-28', '.'), month('2017-06-01', '2017-07-28', '26.25')],
  NONE: [],
}
/** What was published later. */
const published = new Map<string, Row[]>()

/** A day has one state in the archive: what comes later on it replaces what came first. */
function publish(code: string, date: string, day: string, value: string | null): void {
  const rows = published.get(code) ?? []
  const kept = rows.flatMap((row) => {
    if (row.date !== date || row.to !== EVER) return [row]
    return row.from === day ? [] : [{ ...row, to: after(day, -1) }]
  })
  if (value !== null) kept.push({ date, value, from: day, to: EVER })
  published.set(code, kept)
}

/** Of the daily series: its values, the revisions of each tenth, and those withdrawn, which belong to each tenth. */
const DAILY_REVISIONS = 2300 + 230

export const fake: SourceFake = {
  keys: [KEY],
  samples: {
    database: '10',
    datasets: SERIES,
    codes: ['CPIAUCSL', 'DAILY'],
    missing: 'NOSUCHSERIES',
    sparse: 'SPARSE',
    empty: 'NONE',
    revised: { code: 'DAILY', count: DAILY_REVISIONS },
    search: ['consumer price', 'CPIAUCSL'],
  },
  publish,
  answer(request) {
    const { path, query } = request
    const key = query.get('api_key')
    if (key === null) throw refusal('Variable api_key is not set.')
    if (!/^[a-z0-9]{32}$/.test(key))
      throw refusal('The value for variable api_key is not a 32 character alpha-numeric lower-case string.')
    if (key !== KEY) throw refusal('The value for variable api_key is not registered.')
    const answer = ROUTES[path.join('/')]
    if (!answer) throw new FakeError(404, { error_code: 404, error_message: 'Not Found' })
    return { body: answer(request) }
  },
  error: (status, echo) => ({ error_code: status, error_message: `Bad Request. ${echo}` }),
}

function refusal(text: string): FakeError {
  const more = 'Read https://fred.stlouisfed.org/docs/api/api_key.html for more information.'
  return new FakeError(400, { error_code: 400, error_message: `Bad Request.  ${text}  ${more}` })
}

function rowsOf(query: URLSearchParams): readonly Row[] {
  const code = query.get('series_id') ?? ''
  const rows = ROWS[code] ?? published.get(code)
  if (!rows) throw new FakeError(400, { error_code: 400, error_message: 'Bad Request.  The series does not exist.' })
  return rows
}

function paged<Item>(query: URLSearchParams, items: readonly Item[], most: number) {
  const [limit, offset] = [Number(query.get('limit') ?? most), Number(query.get('offset') ?? 0)]
  if (limit > most) throw refusal('Variable limit is not between 1 and the most.')
  return { of: { count: items.length, offset, limit }, items: items.slice(offset, offset + limit) }
}

const vintagesOf = (rows: readonly Row[]): string[] =>
  [...new Set(rows.flatMap(({ from, to }) => (to === EVER ? [from] : [from, after(to, 1)])))].toSorted()

const ROUTES: Readonly<Record<string, (request: FakeRequest) => unknown>> = {
  'fred/releases': ({ query }) => {
    const all = Array.from({ length: RELEASES }, (_, n) => ({
      id: n + 1,
      name: `Release ${n + 1}`,
      press_release: true,
    }))
    const { of, items } = paged(query, all, 1000)
    return { ...of, releases: items }
  },
  'fred/release/series': ({ query }) => {
    const names = Array.from({ length: SERIES - 1 }, (_, n) => ({ id: `S${n}`, title: `Series ${n}` }))
    const { of, items } = paged(query, [{ id: 'CPIAUCSL', title: 'Consumer Price Index' }, ...names], 1000)
    return { ...of, seriess: items }
  },
  'fred/series/search': ({ query }) => {
    const isFound = /consumer/i.test(query.get('search_text') ?? '')
    const { of, items } = paged(query, isFound ? [{ id: 'CPIAUCSL', title: 'Consumer Price Index' }] : [], 1000)
    return { ...of, seriess: items }
  },
  'fred/series': ({ query }) => {
    rowsOf(query)
    const id = query.get('series_id')
    const [frequency, frequency_short] = id === 'DAILY' ? ['Daily', 'D'] : ['Monthly', 'M']
    return { seriess: [{ id, title: id, frequency, frequency_short, units: 'Index' }] }
  },
  'fred/series/release': ({ query }) => {
    const isDaily = query.get('series_id') === 'DAILY'
    return {
      releases: [isDaily ? { id: 18, name: 'H.15 Selected Interest Rates' } : { id: 10, name: 'Consumer Price Index' }],
    }
  },
  'fred/series/vintagedates': ({ query }) => {
    const { of, items } = paged(query, vintagesOf(rowsOf(query)), 10_000)
    return { ...of, vintage_dates: items }
  },
  'fred/release/dates': ({ query }) => {
    const all = Array.from({ length: 1200 }, (_, n) => ({ release_id: 10, date: after('2024-01-11', n * 30) }))
    const { of, items } = paged(query, query.get('sort_order') === 'desc' ? all.toReversed() : all, 1000)
    return { ...of, release_dates: items }
  },
  'fred/series/observations': ({ query }) => {
    const rows = rowsOf(query)
    // Another spelling, vintage_date, is ignored: today's vintage is answered.
    const today = dayOf(Date.now())
    const [start, end] = [query.get('realtime_start') ?? today, query.get('realtime_end') ?? today]
    if (vintagesOf(rows).filter((date) => date >= start && date <= end).length > MAX_VINTAGES)
      throw refusal('There are too many vintage dates in the real-time period.')
    const all = rows
      .filter(({ from, to }) => from <= end && to >= start)
      .map(({ date, value, from, to }) => ({
        realtime_start: from < start ? start : from,
        realtime_end: to > end ? end : to,
        date,
        value,
      }))
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    const { of, items } = paged(query, all, 100_000)
    return { realtime_start: start, realtime_end: end, units: 'lin', output_type: 1, ...of, observations: items }
  },
}
