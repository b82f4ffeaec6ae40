import type {
  BacktestAnalysis,
  BacktestCharts,
  BacktestDetail,
  DrawdownOfRun,
  MarketDataQuality,
  Position,
  RunOrder,
} from '../../packages/contracts/src/index.ts'
import { day, inUnit, length, percent, plain, rounded, second } from './rounding.ts'

/** What the API answers about a run. */
export interface Answers {
  readonly detail: BacktestDetail
  readonly metrics: BacktestDetail['metrics']
  readonly charts: BacktestCharts
  readonly analysis: BacktestAnalysis
  readonly positions: readonly Position[]
  readonly orders: readonly RunOrder[]
  /** Decimals of the instrument's prices. */
  readonly precision: number
}

/** What a page must show for a field: the unrounded value, and its text without the sign of a gain. */
export interface Expected {
  readonly raw: number | string | null
  readonly text: string
}

type Rule = (answers: Answers, ...parts: string[]) => Expected

const COSTS = ['spreadCost', 'slippageCost', 'commission', 'swapCost', 'fundingCost'] as const

const money = (raw: number | null): Expected => ({ raw, text: rounded(raw, 2) })
const count = (raw: number | null): Expected => ({ raw, text: plain(raw, 0) })
const statistic = ({ detail }: Answers, key: string): number | null => detail.statistics?.[key] ?? null

const COUNTS = ['positionCount', 'marginCalls', 'closeouts', 'allMarginRejections']

function statisticText(value: number | null, key: string): string {
  if (key === 'leverage') return `${plain(value)}:1`
  if (key === 'maxCloseoutPercent') return percent(value)
  if (key.endsWith('Percentage')) return percent(value)
  if (key === 'realizedPips') return rounded(value, 1)
  return rounded(value, COUNTS.includes(key) ? 0 : 2)
}

function positionFigure({ positions, precision }: Answers, id: string, key: string): Expected {
  const position = positions.find((one) => one.id === Number(id))
  if (position === undefined) throw new Error(`There is no position ${id}`)
  const { openTime, closeTime, profit, risk } = position
  switch (key) {
    case 'id':
      return { raw: position.id, text: String(position.id) }
    case 'openTime':
      return { raw: openTime, text: second(openTime) }
    case 'closeTime':
      return { raw: closeTime, text: closeTime === null ? 'Open' : second(closeTime) }
    case 'held':
      return closeTime === null
        ? { raw: null, text: '–' }
        : { raw: closeTime - openTime, text: length(closeTime - openTime) }
    case 'r':
      return money(risk === null || risk <= 0 ? null : profit / risk)
    case 'costs':
      return money(COSTS.reduce((sum, cost) => sum + (position[cost] ?? 0), 0))
    case 'quantity':
      return { raw: position.quantity, text: plain(position.quantity) }
    case 'pips':
    case 'maePips':
    case 'mfePips':
      return { raw: position[key], text: rounded(position[key], 1) }
    case 'openPrice':
    case 'closePrice':
    case 'stopLoss':
    case 'takeProfit':
      return { raw: position[key], text: rounded(position[key], precision) }
    default:
      return money(position[key as 'profit'])
  }
}

function orderFigure({ orders, precision }: Answers, id: string, key: string): Expected {
  const order = orders[Number(id) - 1]
  if (order === undefined) throw new Error(`There is no order ${id}`)
  const raw = order[key as 'quantity']
  if (key.endsWith('ime')) return { raw, text: second(raw) }
  return { raw, text: key.endsWith('Price') ? rounded(raw, precision) : plain(raw) }
}

function drawdownFigure({ charts }: Answers, start: string, trough: string, key: string): Expected {
  const found = charts.breakdowns?.drawdowns.find((one) => `${one.start} ${one.trough}` === `${start} ${trough}`)
  const raw = found?.[key as keyof DrawdownOfRun] ?? null
  if (key === 'depth') return { raw, text: percent((raw ?? 0) * 100) }
  if (key === 'depthMoney') return money(raw)
  if (key === 'end' && raw === null) return { raw, text: 'Still open' }
  if (['start', 'trough', 'end'].includes(key)) return { raw, text: day(raw ?? 0) }
  if (raw === null) return { raw, text: '–' }
  return { raw, text: raw < 1 ? `${rounded(raw * 24, 1)} h` : `${rounded(raw, 1)} d` }
}

interface Group {
  readonly key: string
  readonly n: number
  readonly profit: number
  readonly pips?: number
  readonly winRate: number
  readonly averageProfit: number
}

function groupFigure(groups: readonly Group[], key: string, name: string): Expected {
  const group = groups.find((one) => one.key === key)
  const raw = group?.[name as keyof Omit<Group, 'key'>] ?? null
  if (name === 'n') return count(raw)
  if (name === 'winRate') return { raw, text: percent((raw ?? 0) * 100, 0) }
  return { raw, text: rounded(raw, name === 'pips' ? 1 : 2) }
}

function monthsOf({ charts }: Answers, year: string) {
  return (charts.breakdowns?.monthly ?? []).filter(({ month }) => month.startsWith(year))
}

/** The table marks incomplete months and years. */
const marked = (text: string, isWhole: boolean): string => (isWhole ? text : `${text}*`)

function dayFigure({ charts }: Answers, key: string): Expected {
  const daily = (charts.breakdowns?.daily ?? []).map((one) => one.return * 100)
  const won = daily.filter((value) => value > 0).length
  if (key === 'won') return count(won)
  if (key === 'wonShare') return { raw: won / daily.length, text: percent((won / daily.length) * 100, 0) }
  const raw = key === 'best' ? Math.max(0, ...daily) : Math.min(0, ...daily)
  return { raw, text: percent(raw) }
}

function qualityFigure(quality: MarketDataQuality, key: string): Expected {
  const { profit } = quality
  if (key === 'goodPercent') return { raw: quality.goodPercent, text: percent(quality.goodPercent) }
  if (key === 'all') return { raw: quality.all, text: `of ${plain(quality.all)}` }
  if (key === 'profit.share') {
    return { raw: profit.share, text: profit.share === null ? '–' : percent(profit.share * 100, 1) }
  }
  if (key === 'profit.profit') return { raw: profit.profit, text: `${rounded(profit.profit, 2)} USD` }
  if (key === 'profit.near') return count(profit.near)
  return { raw: profit.positions, text: `of ${plain(profit.positions)}` }
}

const paid = (answers: Answers): number => COSTS.reduce((sum, key) => sum + (statistic(answers, key) ?? 0), 0)
const share = (answers: Answers, value: number): Expected => {
  const raw = value === 0 ? null : value / (statistic(answers, 'grossProfit') ?? 0)
  return { raw, text: raw === null ? '' : percent(raw * 100, 1) }
}

const RULES: readonly (readonly [RegExp, Rule])[] = [
  [
    /^statistics\.(\w+)$/,
    (all, key = '') => ({ raw: statistic(all, key), text: statisticText(statistic(all, key), key) }),
  ],
  [/^profitFactor$/, ({ detail }) => money(detail.profitFactor)],
  [/^costs$/, (all) => money(paid(all))],
  [
    /^outcomes$/,
    (all) => {
      const [won, lost, closed, open] = ['winningPositions', 'losingPositions', 'closedPositions', 'openPositions'].map(
        (key) => statistic(all, key) ?? 0,
      ) as [number, number, number, number]
      const even = closed - won - lost
      const parts = [`${plain(won)} won`, `${plain(lost)} lost`]
      if (even > 0) parts.push(`${plain(even)} break-even`)
      return { raw: `${won} ${lost} ${even} ${open}`, text: [...parts, `${plain(open)} open`].join(' · ') }
    },
  ],
  [
    /^sentences\.costs$/,
    (all) => {
      const each = `Costs were ${rounded(Math.abs(paid(all)) / (statistic(all, 'positionCount') ?? 0), 2)} USD per position`
      const gross = statistic(all, 'grossProfit') ?? 0
      const text =
        paid(all) === 0
          ? 'No costs were charged: check whether that is realistic for this market.'
          : gross <= 0
            ? `${each}; the positions lost money even before them.`
            : paid(all) > gross
              ? `${each}, more than the gross profit.`
              : `${each}, ${percent((paid(all) / gross) * 100, 1)} of the gross profit.`
      return { raw: paid(all), text }
    },
  ],
  [/^paid\.(\w+)$/, (all, key = '') => money(-(statistic(all, key) ?? 0))],
  [/^shares\.paid\.(\w+)$/, (all, key = '') => share(all, -(statistic(all, key) ?? 0))],
  [/^shares\.statistics\.(\w+)$/, (all, key = '') => share(all, statistic(all, key) ?? 0)],
  [
    /^metrics\.(\w+)$/,
    ({ metrics }, key = '') => {
      const metric = metrics.find((one) => one.key === key)
      if (metric === undefined) throw new Error(`There is no metric ${key}`)
      return { raw: metric.value, text: metric.value === null ? '–' : inUnit(metric.value, metric) }
    },
  ],
  [
    /^metrics\.(\w+)\.n$/,
    ({ metrics }, key) => ((raw) => ({ raw, text: plain(raw) }))(metrics.find((one) => one.key === key)?.n ?? null),
  ],
  [
    /^metrics\.(\w+)\.interval$/,
    ({ metrics }, key) => {
      const metric = metrics.find((one) => one.key === key)
      if (!metric?.interval) return { raw: null, text: '–' }
      return { raw: metric.interval.join(' '), text: metric.interval.map((end) => inUnit(end, metric)).join(' to ') }
    },
  ],
  [/^positions\.(\d+)\.(\w+)$/, (all, id = '', key = '') => positionFigure(all, id, key)],
  [/^orders\.(\d+)\.(\w+)$/, (all, id = '', key = '') => orderFigure(all, id, key)],
  [
    /^drawdowns\.(\d+)-(\d+)\.(\w+)$/,
    (all, start = '', trough = '', key = '') => drawdownFigure(all, start, trough, key),
  ],
  [
    /^months\.(\d{4}-\d\d)\.return$/,
    (all, month = '') => {
      const found = monthsOf(all, month)[0]
      const raw = found?.return ?? null
      return { raw, text: marked(rounded((raw ?? 0) * 100, 2), found?.whole ?? true) }
    },
  ],
  [
    /^years\.(\d{4})\.return$/,
    (all, year = '') => {
      const months = monthsOf(all, year)
      const raw = months.reduce((product, month) => product * (1 + month.return), 1) - 1
      return { raw, text: marked(rounded(raw * 100, 2), months.length === 12 && months.every(({ whole }) => whole)) }
    },
  ],
  [
    /^breakdowns\.(by\w+)\.(.*)\.(\w+)$/,
    ({ charts }, by, key = '', name = '') => groupFigure(charts.breakdowns?.[by as 'byHour'] ?? [], key, name),
  ],
  [
    /^analysis\.(by\w+)\.(.*)\.(\w+)$/,
    ({ analysis }, by, key = '', name = '') => groupFigure(analysis[by as 'byHour'], key, name),
  ],
  [/^days\.(\w+)$/, (all, key = '') => dayFigure(all, key)],
  [/^dataQuality\.(.+)$/, ({ detail }, key = '') => qualityFigure(detail.dataQuality as MarketDataQuality, key)],
]

/** What a page must show for one `data-field`. */
export function expectedFigure(field: string, answers: Answers): Expected {
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(field)
    if (match) return rule(answers, ...match.slice(1))
  }
  throw new Error(`No rule for ${field}`)
}
