import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AsOfSeries, DAY, knownColumns, type KnownRevision, MINUTE } from '@tradeloom/domain'
import { findFake } from '@tradeloom/venue-lab/sources'
import { describe, expect, it } from 'vitest'

import { answering } from '../sources/conformance/answering.fixture.ts'
import type { SourceProvider } from '../sources/source-provider.ts'
import { SOURCES } from '../sources/sources.generated.ts'
import { fetchKnown } from './fetch-known.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/series-dates.md'), 'utf8')
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const LINES = page
  .split('\n')
  .filter((line) => /^\| [a-z]+ \|/.test(line))
  .map(cells)

const cftc = await findFake('cftc')
/** Releases of FRED that have a listed time, by the datasets of the page. */
const RELEASES: Readonly<Record<string, string>> = {
  ICSA: 'Unemployment Insurance Weekly Claims Report',
  WALCL: 'H.4.1 Factors Affecting Reserve Balances',
  CPIAUCNS: 'Consumer Price Index',
  GDP: 'Gross Domestic Product',
  GDPA: 'Gross Domestic Product',
}
const SHORT: Readonly<Record<string, string>> = {
  Daily: 'D',
  Monthly: 'M',
  Quarterly: 'Q',
  Semiannual: 'SA',
  Annual: 'A',
}

interface Line {
  readonly frequency: string
  readonly code: string
  /** As the provider writes it. */
  readonly date: string
  readonly value: string
  readonly published: number
}

type Answer = (line: Line, path: string) => unknown

/** The row of a line in the shape of its provider, with others before it where those say how long its period is. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  fred: ({ frequency, code, date, value, published }, path) => {
    const day = new Date(published).toISOString().slice(0, 10)
    const row = { realtime_start: day, realtime_end: '9999-12-31', date, value }
    const short = SHORT[frequency] ?? (frequency.startsWith('Bi') ? 'BW' : 'W')
    const answers: Record<string, unknown> = {
      'fred/series': { seriess: [{ id: code, frequency, frequency_short: short, units: '' }] },
      'fred/series/release': { releases: [{ id: 1, name: RELEASES[code] ?? 'Another release' }] },
      'fred/series/vintagedates': { count: 1, vintage_dates: [day] },
      'fred/series/observations': { count: 1, observations: [row] },
    }
    return answers[path]
  },
  ecb: ({ code, date, value, published }) => {
    const columns = 'KEY,TIME_PERIOD,OBS_VALUE,ACTION,VALID_FROM,TITLE,TITLE_COMPL,UNIT,UNIT_MULT'
    return `${columns}\n${code.replace('/', '.')},${date},${value},R,${new Date(published).toISOString()},,,,\n`
  },
  cftc: ({ date }, path) => {
    const { body } = cftc.answer({ path: path.split('/'), query: new URLSearchParams() })
    const rows = body as Record<string, unknown>[]
    return rows.map((row, k) => ({
      ...row,
      report_date_as_yyyy_mm_dd: new Date(Date.parse(date) - 7 * k * DAY).toISOString().slice(0, -1),
    }))
  },
  dbnomics: ({ date, value }) => {
    const [year = '', part = ''] = date.split('-')
    const [kind = '', number] = /^\d/.test(part) ? ['', Number(part)] : [part.slice(0, 1), Number(part.slice(1))]
    const before =
      part === '' ? `${Number(year) - 1}` : `${year}-${kind}${`${number - 1}`.padStart(kind === 'Q' ? 1 : 2, '0')}`
    const period = [date === '2024-01' ? '2023-12' : before, date]
    return { series: { num_found: 1, docs: [{ series_code: 's', series_name: 's', period, value: [1, value] }] } }
  },
}

async function known(provider: SourceProvider, line: Line): Promise<readonly KnownRevision[]> {
  const answer = ANSWERS[provider.name] as Answer
  const call = { ...answering((path) => answer(line, path)), now: () => line.published }
  const column = provider.name === 'cftc' ? 'open_interest' : null
  const before = provider.revisions ? null : { revisions: [OLDER], vintage: null }
  const { revisions } = await fetchKnown(provider, call, { code: line.code, column }, before)
  return revisions.filter((one) => one !== OLDER)
}

/** Without any, all would be dated by a usual delay. */
const OLDER: KnownRevision = {
  periodStart: 0,
  periodEnd: DAY,
  value: 0,
  knownAt: DAY,
  vintage: null,
  quality: 'observed',
}

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

describe('the date of a row', () => {
  it('is explained for every provider', () => {
    expect(new Set(LINES.map(([name]) => name))).toEqual(new Set(SOURCES.map(({ name }) => name)))
  })

  it.each(LINES)('of %s, %s, is %s', async (...cellsOf) => {
    const [name, frequency = '', , , code = '', row = '', at = '', period, knownAt] = cellsOf
    const provider = SOURCES.find((one) => one.name === name) as SourceProvider
    if (row === '') {
      expect(provider.terms.keep).toBe('page')
      return
    }
    const [date = '', value = ''] = row.split(': ')
    const published = Date.parse(`${at.replace(' ', 'T')}Z`)
    const stated = value === '?' ? '1' : value
    const found = await known(provider, { frequency, code, date, value: stated, published })
    const last = found.toSorted((a, b) => a.periodStart - b.periodStart).at(-1) as KnownRevision
    expect(`${textOf(last.periodStart).slice(0, 10)} to ${textOf(last.periodEnd - 1).slice(0, 10)}`).toBe(period)
    expect(textOf(last.knownAt)).toBe(knownAt)
    // A script has it from then on, and not before.
    const series = new AsOfSeries(knownColumns(found))
    series.advance(last.knownAt - MINUTE)
    const before = series.periodAgo(0)
    series.advance(last.knownAt)
    expect(before).not.toBe(last.periodStart)
    expect(series.periodAgo(0)).toBe(last.periodStart)
    if (value !== '?') expect(series.ago(0)).toBe(Number(value))
    expect(series.leftOut).toBe(0)
    expect(last.knownAt).toBeGreaterThanOrEqual(published)
  })
})
