import type { AnalyzedGroup, BacktestAnalysis } from '@tradeloom/contracts'
import type { GroupMeasure } from '../../charts/group-bars.tsx'
import type { ChartSeries, SeriesUnit } from '../../charts/series-chart.tsx'

interface SeriesScreen {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly kind: 'line' | 'bars'
  readonly unit: SeriesUnit
  readonly series: readonly ChartSeries[]
}

interface GroupScreen {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly kind: 'groups'
  readonly by: string
  readonly measure: GroupMeasure
  /** Where the groups are in the answers of the API. */
  readonly field: string
  readonly groups: readonly AnalyzedGroup[]
}

export type AnalysisScreen = SeriesScreen | GroupScreen

const MEASURES = [
  ['profit', 'Profit'],
  ['pips', 'Pips'],
  ['n', 'Count'],
] as const satisfies readonly (readonly [GroupMeasure, string])[]

type Grouping = 'byHour' | 'byWeekday' | 'byDuration' | 'byInstrument' | 'byTag'

function groupScreens(analysis: BacktestAnalysis, group: string, by: string, key: Grouping): GroupScreen[] {
  return MEASURES.map(([measure, title]) => ({
    id: `${group} ${title}`,
    title: `${group}: ${title}`,
    group,
    kind: 'groups',
    by,
    measure,
    field: `analysis.${key}`,
    groups: analysis[key] ?? [],
  }))
}

function balanceScreen({ balance }: BacktestAnalysis, isOverview: boolean): SeriesScreen {
  const { time, balance: money, cumulativeProfit } = balance
  const profit: ChartSeries = { label: 'Cumulative profit', time, values: cumulativeProfit }
  const title = isOverview ? 'Cumulative Profit' : 'Balance and Cumulative Profit'
  const series = isOverview
    ? [profit]
    : [
        { label: 'Balance', time, values: money },
        { ...profit, isOnLeft: true },
      ]
  return { id: 'balance', title, group: 'Balance', kind: 'line', unit: 'money', series }
}

const PERIODS = [
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
] as const

function periodScreens(analysis: BacktestAnalysis, measure: 'profit' | 'pips'): SeriesScreen[] {
  const [name, unit, group] =
    measure === 'profit' ? (['Profit', 'money', 'Balance'] as const) : (['Pips', 'pips', 'Pips'] as const)
  return PERIODS.map(([key, period]) => ({
    id: `${key} ${measure}`,
    title: `${period} ${name}`,
    group,
    kind: 'bars',
    unit,
    series: [{ label: `${period} ${name.toLowerCase()}`, time: analysis[key].time, values: analysis[key][measure] }],
  }))
}

function equityScreens({ equity, dailyReturn, monthlyReturn }: BacktestAnalysis): SeriesScreen[] {
  const common = { group: 'Equity' } as const
  const screens: SeriesScreen[] = []
  if (equity !== null) {
    const series = [{ label: 'Equity', time: equity.time, values: equity.equity }]
    screens.push({ ...common, id: 'equity', title: 'Equity', kind: 'line', unit: 'money', series })
  }
  if (dailyReturn !== null) {
    const series = [{ label: 'Daily return', time: dailyReturn.time, values: dailyReturn.return }]
    screens.push({ ...common, id: 'daily return', title: 'Daily Return', kind: 'bars', unit: 'percent', series })
  }
  if (monthlyReturn !== null) {
    const series = [{ label: 'Monthly return', time: monthlyReturn.time, values: monthlyReturn.return }]
    screens.push({ ...common, id: 'monthly return', title: 'Monthly Return', kind: 'bars', unit: 'percent', series })
  }
  return screens
}

/** Every screen of the analysis in the order of the specification; equity only where there is a curve. */
export function analysisScreens(analysis: BacktestAnalysis, isOverview = false): AnalysisScreen[] {
  const { time, cumulativePips } = analysis.balance
  const pips = [{ label: 'Cumulative pips', time, values: cumulativePips }]
  return [
    balanceScreen(analysis, isOverview),
    ...periodScreens(analysis, 'profit'),
    { id: 'cumulative pips', title: 'Cumulative Pips', group: 'Pips', kind: 'line', unit: 'pips', series: pips },
    ...periodScreens(analysis, 'pips'),
    ...equityScreens(analysis),
    ...(isOverview ? groupScreens(analysis, 'Instruments', 'Instrument', 'byInstrument') : []),
    ...(analysis.byTag === null ? [] : groupScreens(analysis, 'Position Tag', 'Tag', 'byTag')),
    ...groupScreens(analysis, 'Position Open Time', 'Hour', 'byHour'),
    ...groupScreens(analysis, 'Position Open Day', 'Weekday', 'byWeekday'),
    ...groupScreens(analysis, 'Position Duration', 'Held for', 'byDuration'),
  ]
}
