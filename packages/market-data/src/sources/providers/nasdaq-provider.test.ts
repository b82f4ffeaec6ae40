import { expect, it } from 'vitest'
import { answering } from '../conformance/answering.fixture.ts'
import type { SourceQuery } from '../source-call.ts'
import { nasdaqProvider } from './nasdaq-provider.ts'

const COLUMNS = [
  { name: 'ticker', type: 'String' },
  { name: 'open', type: 'BigDecimal(34,12)' },
  { name: 'date', type: 'Date' },
]
const page = (data: unknown[][], next: string | null) => ({
  datatable: { data, columns: COLUMNS },
  meta: { next_cursor_id: next },
})

it('a table of Nasdaq has its date first and its texts last, and all of its pages', async () => {
  const pages = [page([['COF', 89.13, '2017-01-04']], 'next'), page([['COF', null, '2017-01-03']], null)]
  const queries: SourceQuery[] = []
  const call = answering((_, query) => {
    queries.push(query)
    return pages.shift()
  })
  const { columns, rows } = await nasdaqProvider.dataset(call, 'WIKI/PRICES/ticker=COF&api_key=mine&qopts.export=true')
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['date', 'date'],
    ['open', 'number'],
    ['ticker', 'text'],
  ])
  expect(rows).toEqual([
    ['2017-01-03', null, 'COF'],
    ['2017-01-04', 89.13, 'COF'],
  ])
  expect(queries.map((query) => [query['ticker'], query['qopts.cursor_id'], query['api_key']])).toEqual([
    ['COF', undefined, 'k'],
    ['COF', 'next', 'k'],
  ])
  expect(queries[0]).not.toHaveProperty('qopts.export')
})

it('a table of Nasdaq with more rows than can be shown is an error, not a part of it', async () => {
  const endless = answering(() => page([['COF', 1, '2017-01-03']], 'next'))
  await expect(nasdaqProvider.dataset(endless, 'WIKI/PRICES')).rejects.toMatchObject({ kind: 'unreadable' })
})

it.each([
  [400, 'QEAx01', 'bad-key'],
  [403, 'QEPx05', 'no-right'],
  [404, 'QECx02', 'not-found'],
  [429, 'QELx05', 'limit'],
  [422, 'QELx06', 'bad-request'],
  [410, 'none', 'gone'],
])('Nasdaq means with %d %s: %s', (status, code, kind) => {
  expect(nasdaqProvider.readError(status, JSON.stringify({ quandl_error: { code, message: 'x' } }))).toBe(kind)
})
