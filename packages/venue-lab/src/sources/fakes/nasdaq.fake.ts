// Shapes: the documentation of tables of Nasdaq Data Link, its list of error codes, and an answer of a public test.
import { FakeError, type SourceFake } from '../source-fake.ts'

const KEY = 'NasdaqKey-0123456789'
const ROWS_PAGE = 2
const OPEC = [
  ['2017-01-05', 53.03],
  ['2017-01-03', 52.4],
  ['2017-01-04', null],
  ['2017-01-06', 53.1],
  ['2017-01-09', 52.0],
]

interface Table {
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly data: readonly (readonly unknown[])[]
}

const TABLES: Readonly<Record<string, Table>> = {
  'QDL/OPEC': {
    columns: [
      ['date', 'Date'],
      ['value', 'BigDecimal(34,12)'],
    ],
    data: OPEC,
  },
  'WIKI/PRICES': {
    columns: [
      ['ticker', 'String'],
      ['date', 'Date'],
      ['open', 'BigDecimal(34,12)'],
      ['volume', 'Integer'],
    ],
    data: [
      ['COF', '2017-01-03', 88.55, 3_441_067],
      ['BRK.B', '2017-01-03', 164, 3_000_000],
      ['COF', '2017-01-04', 89.13, 2_630_905],
    ],
  },
  'QDL/NONE': {
    columns: [
      ['date', 'Date'],
      ['value', 'Double'],
    ],
    data: [],
  },
  'SHARADAR/SF1': {
    columns: [['datekey', 'Date'], ...Array.from({ length: 30 }, (_, n) => [`figure${n}`, 'Double'] as const)],
    data: [['2024-03-31', ...Array.from({ length: 30 }, (_, n) => n)]],
  },
}

export const fake: SourceFake = {
  keys: [KEY],
  samples: {
    database: 'QDL',
    datasets: 7,
    codes: ['QDL/OPEC', 'WIKI/PRICES/ticker=BRK.B', 'WIKI/PRICES'],
    missing: 'QDL/NOTHING',
    sparse: 'QDL/OPEC',
    empty: 'QDL/NONE',
    wide: 'SHARADAR/SF1',
  },
  answer({ path, query }) {
    const [api, version, kind, vendor, file = ''] = path
    const key = query.get('api_key')
    if (`${api}/${version}/${kind}` !== 'api/v3/datatables')
      throw problem(404, 'QECx02', 'You have submitted an incorrect code.')
    if (key !== KEY) throw problem(400, 'QEAx01', `We could not recognize your API key: ${key}.`)
    const table = TABLES[`${vendor}/${file.replace(/\.json$/, '')}`]
    if (!table) throw problem(404, 'QECx02', 'You have submitted an incorrect Quandl code.')
    const rows = table.data.filter((row) =>
      table.columns.every(([name], at) => !query.has(name) || row[at] === query.get(name)),
    )
    const start = Number(query.get('qopts.cursor_id') ?? 0)
    const end = start + Math.min(ROWS_PAGE, Number(query.get('qopts.per_page') ?? ROWS_PAGE))
    const columns = table.columns.map(([name, type]) => ({ name, type }))
    const next = end < rows.length ? `${end}` : null
    return { body: { datatable: { data: rows.slice(start, end), columns }, meta: { next_cursor_id: next } } }
  },
  error: (status, echo) => errorOf(status === 429 ? 'QELx01' : status === 403 ? 'QEPx04' : `QEXx${status}`, echo),
}

function errorOf(code: string, message: string) {
  return { quandl_error: { code, message } }
}

function problem(status: number, code: string, message: string): FakeError {
  return new FakeError(status, errorOf(code, message))
}
