import { z } from 'zod'
import { readStatus } from '../read-status.ts'
import { readValue } from '../read-value.ts'
import { SourceError, type SourceErrorKind } from '../source-error.ts'
import type { SourceCall, SourceQuery } from '../source-call.ts'
import type { Release, SourceDay, SourceProvider } from '../source-provider.ts'
import { addDays, zonedTime } from '../zoned-time.ts'

interface Report {
  readonly code: string
  readonly id: string
  readonly name: string
  /** Fields of each group of traders: long, short and, where it is reported, spreading. Their names follow no rule. */
  readonly groups: readonly (readonly [name: string, long: string, short: string, spread?: string])[]
}

const REPORTS: readonly Report[] = [
  {
    code: 'tff',
    id: 'gpe5-46if',
    name: 'Traders in financial futures (futures only)',
    groups: [
      ['dealer', 'dealer_positions_long_all', 'dealer_positions_short_all', 'dealer_positions_spread_all'],
      ['asset_mgr', 'asset_mgr_positions_long', 'asset_mgr_positions_short', 'asset_mgr_positions_spread'],
      ['lev_money', 'lev_money_positions_long', 'lev_money_positions_short', 'lev_money_positions_spread'],
      ['other_rept', 'other_rept_positions_long', 'other_rept_positions_short', 'other_rept_positions_spread'],
      ['nonrept', 'nonrept_positions_long_all', 'nonrept_positions_short_all'],
    ],
  },
  {
    code: 'disagg',
    id: '72hh-3qpy',
    name: 'Disaggregated (futures only)',
    groups: [
      ['prod_merc', 'prod_merc_positions_long', 'prod_merc_positions_short'],
      ['swap', 'swap_positions_long_all', 'swap__positions_short_all', 'swap__positions_spread_all'],
      ['m_money', 'm_money_positions_long_all', 'm_money_positions_short_all', 'm_money_positions_spread'],
      ['other_rept', 'other_rept_positions_long', 'other_rept_positions_short', 'other_rept_positions_spread'],
      ['nonrept', 'nonrept_positions_long_all', 'nonrept_positions_short_all'],
    ],
  },
  {
    code: 'legacy',
    id: '6dca-aqww',
    name: 'Legacy (futures only)',
    groups: [
      ['noncomm', 'noncomm_positions_long_all', 'noncomm_positions_short_all', 'noncomm_postions_spread_all'],
      ['comm', 'comm_positions_long_all', 'comm_positions_short_all'],
      ['nonrept', 'nonrept_positions_long_all', 'nonrept_positions_short_all'],
    ],
  },
]
const USUAL = 'tff'
const DATE = 'report_date_as_yyyy_mm_dd'
const INTEREST = 'open_interest_all'
const MARKET = 'cftc_contract_market_code'
const VALUES_PAGE = 50_000

const markets = z.array(z.object({ [MARKET]: z.string(), name: z.string() }))
const counts = z.array(z.object({ found: z.coerce.number().int() })).length(1)
const rows = z.array(z.object({ [DATE]: z.string() }).loose())

/** Positions of traders of futures: counted on Tuesdays, published on Fridays. */
export const cftcProvider: SourceProvider = {
  name: 'cftc',
  title: 'CFTC',
  url: 'https://publicreporting.cftc.gov/',
  keyNeed: 'optional',
  isKeyShared: true,
  signUp: {
    url: 'https://publicreporting.cftc.gov/profile/edit/developer_settings',
    note: 'An app token is free, and allows more requests.',
  },
  budget: { perMinute: 60, atOnce: 2 },
  listPages: 10,
  terms: {
    text: 'Source: U.S. Commodity Futures Trading Commission, Commitments of Traders.',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
    keep: 'forever',
    shareable: true,
  },
  async databases() {
    return REPORTS.map(({ code, name }) => ({ code, name, description: null, premium: false, datasetsCount: null }))
  },
  /** There is no search. */
  async datasets(call, { database, start, count }) {
    if (database === undefined) return { found: 0, data: [] }
    const report = reportOf(database)
    // Names change, codes do not.
    const query = {
      $select: `${MARKET},max(market_and_exchange_names) as name`,
      $group: MARKET,
      $order: MARKET,
      $limit: count,
      $offset: start,
    }
    const [[total], page] = await Promise.all([
      get(call, counts, report, { $select: `count(distinct ${MARKET}) as found` }),
      get(call, markets, report, query),
    ])
    const data = page.map(({ [MARKET]: market, name }) => ({
      code: database === USUAL ? market : `${database}/${market}`,
      name,
      databaseCode: database,
    }))
    return { found: total?.found ?? 0, data }
  },
  async dataset(call, code) {
    const { report, market } = readCode(code)
    const found = await get(call, rows, report, {
      $where: `${MARKET}='${market}'`,
      $order: `${DATE} ASC`,
      $limit: VALUES_PAGE,
    })
    if (found.length === 0) throw new SourceError('not-found', 'CFTC has no such market')
    const columns = columnsOf(report)
    return {
      columns: [{ name: 'Date', type: 'date' }, ...columns.map(({ name }) => ({ name, type: 'number' as const }))],
      order: 'asc',
      rows: found.map((row) => [row[DATE].slice(0, 10), ...columns.map(({ of }) => of(row))]),
    }
  },
  async checkKey(call) {
    await get(call, rows, reportOf(USUAL), { $select: DATE, $limit: 1 })
  },
  async releases(_call, _code, from, to) {
    return releaseDays(from, to)
  },
  readError(status, body): SourceErrorKind {
    return status === 403 && /invalid app_token/i.test(body) ? 'bad-key' : readStatus(status)
  },
}

function reportOf(code: string): Report {
  const report = REPORTS.find((one) => one.code === code)
  if (report === undefined) throw new SourceError('not-found', 'CFTC has no such report')
  return report
}

/** `{market}`, or `{report}/{market}` for another report than the usual one. */
function readCode(code: string): { report: Report; market: string } {
  const [market = '', of = USUAL, ...rest] = code.split('/').toReversed()
  if (rest.length > 0 || !/^[0-9A-Z+]{1,12}$/.test(market))
    throw new SourceError('not-found', 'CFTC has no such market')
  return { report: reportOf(of), market }
}

type Row = Readonly<Record<string, unknown>>

function columnsOf({ groups }: Report): { name: string; of: (row: Row) => number | null }[] {
  const plain = (name: string, field: string) => ({ name, of: (row: Row) => fieldOf(row, field) })
  return [
    plain('open_interest', INTEREST),
    ...groups.flatMap(([name, long, short, spread]) => [
      { name: `${name}_net`, of: (row: Row) => difference(fieldOf(row, long), fieldOf(row, short)) },
      plain(`${name}_long`, long),
      plain(`${name}_short`, short),
      ...(spread === undefined ? [] : [plain(`${name}_spread`, spread)]),
    ]),
  ]
}

/** A field that is not there would look like no positions. */
function fieldOf(row: Row, field: string): number | null {
  if (!(field in row)) throw new SourceError('unreadable', `CFTC gave no ${field}`)
  return readValue(row[field])
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

async function get<Shape extends z.ZodType>(call: SourceCall, shape: Shape, { id }: Report, query: SourceQuery) {
  return call.json(shape, `resource/${id}.json`, { ...query, $$app_token: call.key ?? undefined })
}

/** In minutes. */
const TIME = 15 * 60 + 30
const ZONE = 'America/New_York'

/** The Friday after each Tuesday, and the next working day after a holiday in that week. */
function releaseDays(from: SourceDay, to: SourceDay): Release[] {
  const found: Release[] = []
  const weekday = (day: SourceDay) => new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = addDays(from, -7)
  for (let day = addDays(first, (9 - weekday(first)) % 7); day <= to; day = addDays(day, 7)) {
    const week = [0, 1, 2, 3].map((days) => addDays(day, days))
    let release = addDays(day, 3)
    if (week.some(isHoliday)) release = addDays(release, 3)
    while (isHoliday(release)) release = addDays(release, 1)
    if (release >= from && release <= to) found.push({ id: day, day: release, at: zonedTime(release, TIME, ZONE) })
  }
  return found
}

/** Month, then a day, or weekday and its number in the month (5: the last). */
const FIXED = ['01-01', '06-19', '07-04', '11-11', '12-25']
const FLOATING: readonly (readonly [month: number, weekday: number, number: number])[] = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, 5],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
]

/** A holiday of the federal government, also when it is kept on the Friday before or the Monday after. */
function isHoliday(day: SourceDay): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const [weekday, month, of] = [date.getUTCDay(), date.getUTCMonth() + 1, date.getUTCDate()]
  const isFixed = (one: SourceDay): boolean =>
    FIXED.includes(one.slice(5)) && (one.slice(5) !== '06-19' || one > '2021-06')
  if (weekday > 0 && weekday < 6 && isFixed(day)) return true
  if (weekday === 5 && isFixed(addDays(day, 1))) return true
  if (weekday === 1 && isFixed(addDays(day, -1))) return true
  const isLast = new Date(`${addDays(day, 7)}T00:00:00Z`).getUTCMonth() + 1 !== month
  return FLOATING.some(
    ([m, w, number]) => m === month && w === weekday && (number === 5 ? isLast : Math.ceil(of / 7) === number),
  )
}
