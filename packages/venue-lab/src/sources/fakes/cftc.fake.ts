// Shapes: recorded rows of the Socrata API of the CFTC; all numbers are texts, and names of fields follow no rule.
import { FakeError, type SourceFake } from '../source-fake.ts'

const TOKEN = 'cftcToken0123456789abcdef'
const MARKETS = 1100

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'gpe5-46if': [
    'dealer_positions_long_all',
    'dealer_positions_short_all',
    'dealer_positions_spread_all',
    'asset_mgr_positions_long',
    'asset_mgr_positions_short',
    'asset_mgr_positions_spread',
    'lev_money_positions_long',
    'lev_money_positions_short',
    'lev_money_positions_spread',
    'other_rept_positions_long',
    'other_rept_positions_short',
    'other_rept_positions_spread',
    'nonrept_positions_long_all',
    'nonrept_positions_short_all',
  ],
  '72hh-3qpy': [
    'prod_merc_positions_long',
    'prod_merc_positions_short',
    'swap_positions_long_all',
    'swap__positions_short_all',
    'swap__positions_spread_all',
    'm_money_positions_long_all',
    'm_money_positions_short_all',
    'm_money_positions_spread',
    'other_rept_positions_long',
    'other_rept_positions_short',
    'other_rept_positions_spread',
    'nonrept_positions_long_all',
    'nonrept_positions_short_all',
  ],
  '6dca-aqww': [
    'noncomm_positions_long_all',
    'noncomm_positions_short_all',
    'noncomm_postions_spread_all',
    'comm_positions_long_all',
    'comm_positions_short_all',
    'nonrept_positions_long_all',
    'nonrept_positions_short_all',
  ],
}

export const fake: SourceFake = {
  keys: [TOKEN],
  samples: {
    database: 'tff',
    datasets: MARKETS,
    codes: ['099741', 'legacy/001612', 'disagg/06765T', '13874+'],
    missing: 'ZZZZZZ',
    sparse: '099741',
  },
  answer({ path: [resource, file = ''], query }) {
    const fields = FIELDS[file.replace(/\.json$/, '')]
    if (resource !== 'resource' || !fields) throw new FakeError(404, { error: true, message: 'Not found' })
    const token = query.get('$$app_token')
    if (token !== null && token !== TOKEN)
      throw new FakeError(403, { code: 'permission_denied', error: true, message: 'Invalid app_token specified' })
    const select = query.get('$select') ?? ''
    if (select.startsWith('count(')) return { body: [{ found: `${MARKETS}` }] }
    const [offset, limit] = [Number(query.get('$offset') ?? 0), Number(query.get('$limit') ?? 1000)]
    if (query.has('$group')) return { body: listOf().slice(offset, offset + limit) }
    const market = /^cftc_contract_market_code='([^']*)'$/.exec(query.get('$where') ?? '')?.[1] ?? '099741'
    if (market === 'ZZZZZZ') return { body: [] }
    return { body: [0, 1, 2].map((week) => rowOf(market, week, fields)).slice(offset, offset + limit) }
  },
  error: (status, echo) => ({ code: `${status}`, error: true, message: `Error in ${echo}` }),
}

function listOf() {
  const codes = ['099741', ...Array.from({ length: MARKETS - 1 }, (_, n) => `Z${String(n).padStart(5, '0')}`)]
  return codes.map((code) => ({
    cftc_contract_market_code: code,
    name: `MARKET ${code} - CHICAGO MERCANTILE EXCHANGE`,
  }))
}

function rowOf(market: string, week: number, fields: readonly string[]) {
  const date = new Date(Date.UTC(2026, 8, 1 + week * 7)).toISOString().slice(0, 10)
  return {
    market_and_exchange_names: `MARKET ${market}`,
    report_date_as_yyyy_mm_dd: `${date}T00:00:00.000`,
    cftc_contract_market_code: market,
    open_interest_all: `${700_000 + week}`,
    ...Object.fromEntries(fields.map((field, n) => [field, week === 1 && n === 2 ? '' : `${1000 * (n + 1) + week}`])),
  }
}
