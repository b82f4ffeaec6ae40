import { pathSegment } from '../path-segment.ts'
import { type Period, readPeriod } from '../read-period.ts'
import { readCsv } from '../read-csv.ts'
import { readStatus } from '../read-status.ts'
import { readValue } from '../read-value.ts'
import type { SourceCall, SourceQuery } from '../source-call.ts'
import { SourceError } from '../source-error.ts'
import type { Release, Revision, SourceDatabase, SourceDay, SourceProvider } from '../source-provider.ts'
import { addDays, zonedTime } from '../zoned-time.ts'

const ZONE = 'Europe/Berlin'
const DAY_END = 24 * 60
/** Reference rates of days, and the minute at which they come out. */
const DAILY_RATES = 'EXR/D.'
const RATES_TIME = 16 * 60

type Column =
  | 'KEY'
  | 'TIME_PERIOD'
  | 'OBS_VALUE'
  | 'TITLE'
  | 'TITLE_COMPL'
  | 'UNIT'
  | 'UNIT_MULT'
  | 'ACTION'
  | 'VALID_FROM'
type Row = Readonly<Record<Column, string>>

const VALUES = ['KEY', 'TIME_PERIOD', 'OBS_VALUE'] as const
const TITLES = ['TITLE', 'TITLE_COMPL'] as const
const UNITS = ['UNIT', 'UNIT_MULT'] as const
const VERSIONS = ['ACTION', 'VALID_FROM'] as const

/** The data portal of the European Central Bank: a database is a dataflow, a dataset a series key. */
export const ecbProvider: SourceProvider = {
  name: 'ecb',
  title: 'ECB',
  url: 'https://data-api.ecb.europa.eu/service/',
  keyNeed: 'none',
  isKeyShared: true,
  signUp: null,
  // Nothing is stated.
  budget: { perMinute: 100, atOnce: 2 },
  listPages: 5,
  terms: {
    text: 'Source: European Central Bank.',
    url: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
    keep: 'forever',
    shareable: true,
  },
  async databases(call) {
    return readFlows(await call.text('dataflow/ECB', { detail: 'allstubs' }))
  },
  /** A list of keys is one file. There is no search. */
  async datasets(call, { database, start, count }) {
    if (database === undefined) return { found: 0, data: [] }
    const text = await call.text(`data/${pathSegment(database)}`, { detail: 'nodata', format: 'csvdata' })
    const names = new Map<string, string>()
    for (const row of await readCsv(text, ['KEY'], TITLES)) {
      const key = withoutFlow(row.KEY, database)
      names.set(key, titleOf(row) ?? key)
    }
    const data = [...names].map(([key, name]) => ({ code: `${database}/${key}`, name, databaseCode: database }))
    return { found: data.length, data: data.slice(start, start + count) }
  },
  async dataset(call, code) {
    const rows = await rowsOf(call, code, {})
    const keys = [...new Set(rows.map((row) => row.KEY))]
    const days = new Map<number, (string | number | null)[]>()
    for (const row of rows) {
      const { start } = periodOf(row)
      const cells = days.get(start) ?? [new Date(start).toISOString().slice(0, 10), ...keys.map(() => null)]
      cells[keys.indexOf(row.KEY) + 1] = readValue(row.OBS_VALUE)
      days.set(start, cells)
    }
    const flow = code.split('/')[0] ?? ''
    const labels = new Map(rows.map((row) => [row.KEY, { label: titleOf(row), unit: unitOf(row) }]))
    return {
      columns: [
        { name: 'Date', type: 'date' },
        ...keys.map((key) => ({ name: withoutFlow(key, flow), type: 'number' as const, ...labels.get(key) })),
      ],
      order: 'asc',
      rows: [...days.keys()].toSorted((a, b) => a - b).map((start) => days.get(start) ?? []),
    }
  },
  revisions,
  async unit(call, code) {
    const [row] = await rowsOf(call, code, { lastNObservations: 1 })
    return row === undefined ? null : unitOf(row)
  },
  async releases(_call, code, from, to) {
    return code.startsWith(DAILY_RATES) ? rateDays(from, to) : []
  },
  readError: readStatus,
}

/** Each version of each value since it was valid, which is stated to the second. */
async function* revisions(call: SourceCall, code: string, since: string | null): AsyncIterable<Revision> {
  const rows = await rowsOf(call, code, { includeHistory: 'true' }, VERSIONS)
  if (new Set(rows.map((row) => row.KEY)).size > 1)
    throw new SourceError('bad-request', 'ECB has several series under this key')
  const found = rows.map((row) => {
    const { start, end } = periodOf(row)
    const knownAt = knownAtOf(row.VALID_FROM)
    const isGone = row.ACTION === 'D'
    const value = isGone ? Number.NaN : (readValue(row.OBS_VALUE) ?? Number.NaN)
    return { periodStart: start, periodEnd: end, value, knownAt, vintage: new Date(knownAt).toISOString() }
  })
  found.sort((a, b) => a.knownAt - b.knownAt || a.periodStart - b.periodStart)
  const last = new Map<number, number>()
  for (const one of found) {
    const before = last.get(one.periodStart)
    last.set(one.periodStart, one.value)
    // Versions differ in more than their value.
    if (Object.is(before, one.value)) continue
    if (since === null || one.vintage >= since) yield one
  }
}

async function rowsOf(
  call: SourceCall,
  code: string,
  query: SourceQuery,
  columns: readonly Column[] = [],
): Promise<Row[]> {
  const [flow = '', key, ...rest] = code.split('/')
  if (key === undefined || rest.length > 0) throw new SourceError('not-found', 'There is no such dataset')
  // Plus signs separate the values of a dimension.
  const path = `data/${pathSegment(flow)}/${pathSegment(key).replaceAll('%2B', '+')}`
  const text = await call.text(path, { format: 'csvdata', ...query })
  return readCsv<Column>(text, [...VALUES, ...columns], [...TITLES, ...UNITS])
}

function periodOf(row: Row): Period {
  const period = readPeriod(row.TIME_PERIOD)
  if (period === null) throw new SourceError('unreadable', 'ECB has a period that cannot be read')
  return period
}

/** Reference rates are the only ones whose times are the same every day. On a holiday there are none. */
function rateDays(from: SourceDay, to: SourceDay): Release[] {
  const found: Release[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday > 0 && weekday < 6) found.push({ id: DAILY_RATES, day, at: zonedTime(day, RATES_TIME, ZONE) })
  }
  return found
}

/** A midnight there is a day without a time: known at its end. */
function knownAtOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new SourceError('unreadable', 'ECB does not say since when a value is valid')
  const day = text.slice(0, 10)
  return /^[-\d]+(?:T00:00(?::00(?:\.0+)?)?|$)/.test(text) ? zonedTime(day, DAY_END, ZONE) : time
}

function titleOf(row: Pick<Row, 'TITLE' | 'TITLE_COMPL'>): string | null {
  return row.TITLE_COMPL || row.TITLE || null
}

/** Millions are the sixth power of ten. */
function unitOf({ UNIT, UNIT_MULT }: Pick<Row, 'UNIT' | 'UNIT_MULT'>): string | null {
  const power = UNIT_MULT === '' || UNIT_MULT === '0' ? '' : `10^${UNIT_MULT} `
  return UNIT === '' ? null : power + UNIT
}

function withoutFlow(key: string, flow: string): string {
  return key.startsWith(`${flow}.`) ? key.slice(flow.length + 1) : key
}

const FLOW = /<(?:\w+:)?Dataflow\b[^>]*?\sid="([^"]+)"[^>]*>([\s\S]*?)<\/(?:\w+:)?Dataflow>/g
const NAME = /<(?:\w+:)?Name\b([^>]*)>([^<]*)</g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Structures come as XML only. */
function readFlows(xml: string): SourceDatabase[] {
  if (!/<(?:\w+:)?Structure\b/.test(xml) || !/<\/(?:\w+:)?Structure>\s*$/.test(xml))
    throw new SourceError('unreadable', 'ECB gave no list of dataflows')
  return [...xml.matchAll(FLOW)].map(([, code = '', body = '']) => {
    const names = [...body.matchAll(NAME)]
    const name = (names.find(([, attributes]) => attributes?.includes('"en"')) ?? names[0])?.[2] ?? code
    const plain = name.replaceAll(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole)
    return { code, name: plain.trim() || code, description: null, premium: false, datasetsCount: null }
  })
}
