import { z } from 'zod'
import { pathSegment } from '../path-segment.ts'
import { readStatus } from '../read-status.ts'
import { readValue } from '../read-value.ts'
import type { SourceCall } from '../source-call.ts'
import { SourceError, type SourceErrorKind } from '../source-error.ts'
import type { SourceCell, SourceColumn, SourceProvider } from '../source-provider.ts'

const table = z.object({
  datatable: z.object({
    data: z.array(z.array(z.union([z.string(), z.number(), z.null(), z.boolean()]))),
    columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  }),
  meta: z.object({ next_cursor_id: z.string().nullable() }),
})

/** Its lists cannot be asked for, so they are stated here. */
const VENDORS = [
  {
    code: 'QDL',
    name: 'Nasdaq Data Link',
    premium: false,
    tables: [
      ['BCHAIN', 'Bitcoin: blockchain statistics'],
      ['BITFINEX', 'Bitfinex: prices of cryptocurrencies'],
      ['FON', 'Commitments of traders: futures and options'],
      ['JODI', 'JODI: oil'],
      ['LME', 'London Metal Exchange: prices'],
      ['ODA', 'IMF: cross country macroeconomic statistics'],
      ['OPEC', 'OPEC: reference basket'],
    ],
  },
  { code: 'WIKI', name: 'End of day prices of U.S. stocks until 2018', premium: false, tables: [['PRICES', 'Prices']] },
  {
    code: 'ZILLOW',
    name: 'Zillow real estate',
    premium: false,
    tables: [
      ['DATA', 'Values'],
      ['INDICATORS', 'Indicators'],
      ['REGIONS', 'Regions'],
    ],
  },
  {
    code: 'SHARADAR',
    name: 'Sharadar: U.S. equities and funds',
    premium: true,
    tables: [
      ['SEP', 'Prices of equities'],
      ['SF1', 'Fundamentals'],
      ['SFP', 'Prices of funds'],
      ['TICKERS', 'Tickers and metadata'],
    ],
  },
  { code: 'ZACKS', name: 'Zacks', premium: true, tables: [['FC', 'Fundamentals condensed']] },
] as const

const ROWS_PAGE = 10_000
const PAGES = 5

const DATABASES = VENDORS.map(({ code, name, premium, tables }) => ({
  code,
  name,
  description: null,
  premium,
  datasetsCount: tables.length,
}))

/** Tables of Nasdaq Data Link, formerly Quandl: a database is a vendor. */
export const nasdaqProvider: SourceProvider = {
  name: 'nasdaq',
  title: 'Nasdaq Data Link',
  url: 'https://data.nasdaq.com/',
  keyNeed: 'required',
  isKeyShared: false,
  signUp: { url: 'https://data.nasdaq.com/sign-up', note: 'A key is free. Some vendors offer a 30-day free trial.' },
  // It allows 300 in 10 seconds and 2,000 in 10 minutes.
  budget: { perMinute: 180, perDay: 50_000, atOnce: 1 },
  listPages: 10,
  terms: {
    text: 'Source: Nasdaq Data Link.',
    url: 'https://data.nasdaq.com/terms',
    keep: 'page',
    shareable: false,
  },
  catalog: DATABASES,
  async databases() {
    return DATABASES
  },
  /** There is no search. */
  async datasets(_call, { database, start, count }) {
    if (database === undefined) return { found: 0, data: [] }
    const vendor = VENDORS.find(({ code }) => code === database)
    if (vendor === undefined) throw new SourceError('not-found', 'There is no such vendor')
    const data = vendor.tables.map(([code, name]) => ({ code: `${database}/${code}`, name, databaseCode: database }))
    return { found: data.length, data: data.slice(start, start + count) }
  },
  async dataset(call, code) {
    const { columns, data } = await readTable(call, code)
    // A date first, then what can be drawn; texts are what a choice is made by.
    const kinds = columns.map(({ name, type }): SourceColumn => ({ name, type: kindOf(type) }))
    const order = ['date', 'number', 'text'].flatMap((kind) =>
      kinds.flatMap(({ type }, at) => (type === kind ? [at] : [])),
    )
    const rows = data.map((row) => order.map((at) => cellOf(row[at], kinds[at] as SourceColumn)))
    if (kinds[order[0] ?? 0]?.type === 'date') rows.sort((a, b) => compare(`${a[0]}`, `${b[0]}`))
    return { columns: order.map((at) => kinds[at] as SourceColumn), order: 'asc', rows }
  },
  /** Only the key is of interest: its owner may have no right to this table. */
  async checkKey(call) {
    await page(call, 'api/v3/datatables/QDL/OPEC.json', new URLSearchParams({ 'qopts.per_page': '1' }))
  },
  readError(status, body): SourceErrorKind {
    const code = /"code"\s*:\s*"(QE[A-Z]x\d\d)"/.exec(body)?.[1] ?? ''
    if (code.startsWith('QEA')) return 'bad-key'
    if (code.startsWith('QEP')) return 'no-right'
    if (code === 'QECx02') return 'not-found'
    if (/^QELx0[1-5]$/.test(code)) return 'limit'
    return code.startsWith('QEL') ? 'bad-request' : readStatus(status)
  },
}

/** `{vendor}/{table}`, then nothing or `/{column}={value}&{column}={value}`. */
async function readTable(call: SourceCall, code: string) {
  const [vendor = '', name = '', ...rest] = code.split('/')
  const path = `api/v3/datatables/${pathSegment(vendor)}/${pathSegment(name)}.json`
  const chosen = [...new URLSearchParams(rest.join('/'))]
  const query = new URLSearchParams(chosen.filter(([key]) => key !== 'api_key' && !key.startsWith('qopts.')))
  query.set('qopts.per_page', `${ROWS_PAGE}`)
  const data: z.infer<typeof table>['datatable']['data'] = []
  for (let pages = 1; ; pages++) {
    const { datatable, meta } = await page(call, path, query)
    data.push(...datatable.data)
    if (meta.next_cursor_id === null) return { columns: datatable.columns, data }
    if (pages === PAGES) throw new SourceError('unreadable', 'This table has too many rows')
    query.set('qopts.cursor_id', meta.next_cursor_id)
  }
}

function page(call: SourceCall, path: string, query: URLSearchParams) {
  return call.json(table, path, { ...Object.fromEntries(query), api_key: call.key ?? undefined })
}

function kindOf(type: string): SourceColumn['type'] {
  if (/^date/i.test(type)) return 'date'
  return /^(?:bigdecimal|integer|double|float|long|bigint|number)/i.test(type) ? 'number' : 'text'
}

function cellOf(value: unknown, { type }: SourceColumn): SourceCell {
  if (type === 'number') return readValue(value)
  return value === null || value === undefined ? null : `${value as string | number | boolean}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
