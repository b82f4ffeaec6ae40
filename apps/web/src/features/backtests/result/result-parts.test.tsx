import { MantineProvider } from '@mantine/core'
import type { BacktestDetail, Excursions, MonthOfRun, Position } from '@tradeloom/contracts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AmbiguityPanel } from './analysis/ambiguity-panel.tsx'
import { costsSentence } from './analysis/costs-panel.tsx'
import { Dashboard } from './overview/dashboard.tsx'
import { positionsDetail } from './overview/dashboard-donuts.tsx'
import { excursionsOf } from '../../../entities/analysis/excursions-panel.tsx'
import { DataGapAlert } from './overview/data-gap-alert.tsx'
import { MarginAlert } from './overview/margin-alert.tsx'
import { MarginPanel } from './overview/margin-panel.tsx'
import { MetricsPanel } from './metrics/metrics-panel.tsx'
import { yearsOf } from '../../../entities/analysis/month-table.tsx'
import { costsOf, profitInR } from './positions/position-columns.tsx'
import type { ResultMetric } from './metrics/metric-format.ts'

const metric = (changes: Partial<ResultMetric>): ResultMetric => ({
  key: 'winRate',
  title: 'Win rate',
  unit: '%',
  better: 'higher',
  group: 'positions',
  description: 'Share of the closed positions that made money.',
  formula: 'wins / n',
  source: 'By definition',
  value: 51.2,
  reason: null,
  n: 41,
  interval: [36, 66],
  shown: true,
  marks: [],
  trials: null,
  ...changes,
})

const position = (changes: Partial<Position>): Position => ({
  id: 1,
  instrumentId: 'EURUSD:SIM',
  direction: 'LONG',
  quantity: 1000,
  openTime: 0,
  openPrice: 1.1,
  closeTime: 60_000,
  closePrice: 1.2,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  profit: 20,
  pips: 4,
  spreadCost: 1,
  slippageCost: 2,
  commission: 3,
  swapCost: -0.5,
  fundingCost: 0,
  mae: -8,
  mfe: 25,
  maePips: -2,
  mfePips: 5,
  risk: 10,
  equityAtEntry: 10_000,
  notional: 1100,
  status: 'CLOSED',
  closeReason: 'script',
  ambiguous: false,
  profitInterval: null,
  tag: null,
  ...changes,
})

describe('MetricsPanel', () => {
  const metrics = [
    metric({}),
    metric({ key: 'kelly', title: 'Kelly fraction', value: null, interval: null, reason: 'no-loss', shown: false }),
    metric({ key: 'swapCosts', title: 'Swap paid', group: 'costs', unit: 'money', marks: ['few-trades'] }),
  ]
  const show = () => render(<MetricsPanel metrics={metrics} />, { wrapper: MantineProvider })

  it('shows the summary and collapses the other groups', async () => {
    show()
    expect(screen.getAllByRole('row', { name: /Win rate/ })).toHaveLength(1)
    expect(screen.queryByText('Kelly fraction')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Positions/ }))
    expect(screen.getByText('Kelly fraction')).toBeTruthy()
    expect(screen.getByText('Nothing was lost, so the ratio is undefined.')).toBeTruthy()
  })

  it('finds metrics by title', async () => {
    show()
    await userEvent.type(screen.getByLabelText('Search metrics'), 'swap')
    expect(screen.getByText('Swap paid')).toBeTruthy()
    expect(screen.queryByText('Win rate')).toBeNull()
    await userEvent.type(screen.getByLabelText('Search metrics'), ' nonsense')
    expect(screen.getByText('No matches found')).toBeTruthy()
  })

  it('shows the formula on demand, and warns of few positions', async () => {
    show()
    await userEvent.click(screen.getByRole('button', { name: 'About Win rate' }))
    expect(await screen.findByText('wins / n')).toBeTruthy()
    expect(screen.getByText(/Fewer than 30 closed positions/)).toBeTruthy()
  })
})

describe('AmbiguityPanel', () => {
  const result = (statistics: Record<string, number | null>) =>
    ({ statistics, accountCurrency: 'USD' }) as unknown as BacktestDetail

  it('shows the profit as an interval', () => {
    const numbers = { ambiguousPositions: 2, ambiguousWorstProfit: -10, ambiguousBestProfit: 30, profit: 10 }
    render(<AmbiguityPanel result={result(numbers)} />, { wrapper: MantineProvider })
    expect(screen.getByText('2 ambiguous positions')).toBeTruthy()
    expect(screen.getByText(/earns between −10.00 and \+30.00 USD; the result uses \+10.00/)).toBeTruthy()
  })

  it('says that the range is unknown where the other paths were not run', () => {
    const unknown = { ambiguousPositions: 2, ambiguousWorstProfit: null, ambiguousBestProfit: null, profit: 10 }
    render(<AmbiguityPanel result={result(unknown)} />, { wrapper: MantineProvider })
    expect(screen.getByText(/under other price paths are not available/)).toBeTruthy()
  })

  it('is hidden when no position is ambiguous', () => {
    render(<AmbiguityPanel result={result({ ambiguousPositions: 0, minutesResolvedByTicks: 3 })} />, {
      wrapper: MantineProvider,
    })
    expect(screen.queryByRole('heading')).toBeNull()
  })
})

describe('costsSentence', () => {
  it.each([
    [100, 25, 10, 'Costs were 2.50 USD per position, 25.0% of the gross profit.'],
    [100, 250, 10, 'Costs were 25.00 USD per position, more than the gross profit.'],
    [-5, 10, 10, 'Costs were 1.00 USD per position; the positions lost money even before them.'],
    [100, -20, 10, 'Holding earned more than all costs, 2.00 USD per position.'],
  ])('describes a gross profit of %d with costs of %d', (gross, costs, n, text) => {
    expect(costsSentence(gross, costs, n, 'USD')).toBe(text)
  })
})

describe('yearsOf', () => {
  it('compounds months and marks partial years', () => {
    const month = (number: number, change: number, whole = true): MonthOfRun => ({
      month: `2024-${String(number).padStart(2, '0')}`,
      return: change,
      profit: 0,
      whole,
    })
    const [year] = yearsOf([month(2, 0.1), month(3, -0.1, false)])
    expect(year?.total).toBeCloseTo(-0.01, 12)
    expect(year).toMatchObject({ year: '2024', isWhole: false })
    expect(year?.months.map((one) => one?.return ?? null).slice(0, 4)).toEqual([null, 0.1, -0.1, null])
    const full = yearsOf(Array.from({ length: 12 }, (_, i) => month(i + 1, 0)))
    expect(full[0]?.isWhole).toBe(true)
  })
})

describe('positions', () => {
  it('have excursions in money, pips and R, where they are known', () => {
    const closed = [position({}), position({ id: 2, risk: null })]
    const column = <Key extends keyof Position>(key: Key) => closed.map((one) => one[key])
    const columns: Excursions = {
      id: column('id'),
      isLong: [true, true],
      quantity: column('quantity'),
      openTime: column('openTime'),
      closeTime: [60_000, 60_000],
      profit: column('profit'),
      pips: column('pips'),
      mae: column('mae'),
      mfe: column('mfe'),
      maePips: column('maePips'),
      mfePips: column('mfePips'),
      risk: column('risk'),
    }
    const read = (side: 'mae' | 'mfe', unit: 'money' | 'pips' | 'R') =>
      excursionsOf(columns, side, unit).map(({ x, y, row }) => [columns.id[row], x, y])
    expect(read('mae', 'money')).toEqual([
      [1, 8, 20],
      [2, 8, 20],
    ])
    expect(read('mfe', 'pips')[0]).toEqual([1, 5, 4])
    expect(read('mae', 'R')).toEqual([[1, 0.8, 2]])
  })

  it('sum their costs, unless an older result lacks them', () => {
    expect(costsOf(position({}))).toBe(5.5)
    expect(costsOf(position({ swapCost: null }))).toBeNull()
    expect([profitInR(position({})), profitInR(position({ risk: null }))]).toEqual([2, null])
  })
})

describe('Dashboard', () => {
  const result = (changes: object) =>
    ({
      accountCurrency: 'USD',
      profitFactor: null,
      metrics: [],
      statistics: {},
      ...changes,
    }) as unknown as BacktestDetail
  const show = (changes: object) => render(<Dashboard result={result(changes)} />, { wrapper: MantineProvider })

  it('splits the position count into parts that add up to it', () => {
    const statistics = {
      closedPositions: 9,
      winningPositions: 4,
      losingPositions: 3,
      openPositions: 1,
      positionCount: 10,
    }
    expect(positionsDetail({ statistics })).toBe('4\u00A0won · 3\u00A0lost · 2\u00A0break-even · 1\u00A0open')
    expect(positionsDetail({ statistics: { ...statistics, closedPositions: 7 } })).not.toContain('break-even')
  })

  it('gives a reason instead of a gauge for a ratio without a value', () => {
    const metrics = [
      metric({ key: 'sharpeDaily', value: 0.2 }),
      metric({ key: 'sharpeMonthly', value: null, reason: 'no-loss' }),
    ]
    const { container } = show({ metrics })
    expect(container.querySelectorAll('[data-gauge]')).toHaveLength(1)
    expect(screen.getByText('Sharpe, per month').nextElementSibling?.textContent).toBe(
      'Nothing was lost, so the ratio is undefined.',
    )
  })

  it('names return / drawdown, and calls gross profit / gross loss alone the profit factor', () => {
    show({ profitFactor: 3.5, metrics: [metric({ key: 'grossProfitFactor', value: 1.25 })] })
    const named = screen.getByText('Return / drawdown')
    expect(named.title).toContain('The specified Profit Factor')
    expect(named.parentElement?.textContent).toBe(
      'Return / drawdown3.50called “profit factor” in the API\nProfit factor (gross profit / gross loss): 1.250',
    )
  })
})

describe('DataGapAlert', () => {
  const DAY_MS = 86_400_000
  const FROM = Date.UTC(2024, 0, 1)
  const graded = (isEmpty: (day: number) => boolean) => {
    const days = Array.from({ length: 90 }, (_, i) => [FROM + i * DAY_MS, 1440, 0, isEmpty(i) ? 1440 : 0])
    return { dataQuality: { from: FROM, to: FROM + 90 * DAY_MS, days } } as unknown as BacktestDetail
  }

  it('says between which days a run had no prices, and leads to its data', async () => {
    const onShowData = vi.fn<() => void>()
    render(<DataGapAlert result={graded((day) => day >= 31 && day < 60)} onShowData={onShowData} />, {
      wrapper: MantineProvider,
    })
    expect(screen.getByRole('alert').textContent).toBe(
      'No prices from 2024-02-01 to 2024-02-29; data for 2.0 of 3.0 monthsShow data',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show data' }))
    expect(onShowData).toHaveBeenCalledOnce()
  })

  it('says nothing of weeks without prices', () => {
    render(<DataGapAlert result={graded((day) => day >= 31 && day < 50)} />, { wrapper: MantineProvider })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('MarginAlert', () => {
  const show = (statistics: object) =>
    render(
      <MarginAlert result={{ statistics, accountCurrency: 'USD' } as BacktestDetail} onShowLog={() => undefined} />,
      {
        wrapper: MantineProvider,
      },
    )
  const out = { outOfMarginSince: Date.UTC(2026, 6, 24, 10), marginRejections: 212, positionCount: 15 }

  it('says when the account ran out of margin', () => {
    show(out)
    expect(screen.getByRole('alert').textContent).toBe(
      'Ran out of margin on 2026-07-24; 212 orders rejected; no positions sinceShow log',
    )
  })

  it.each([
    [{ ...out, marginRejections: 1 }, /; 1 order rejected; no positions since/],
    [{ ...out, marginRejections: 0 }, /; the broker closed the last position; no positions since/],
    [{ ...out, outOfMarginSince: null, positionCount: 0 }, /^Not enough margin for any order; 212 orders rejected/],
  ])('says what happened: %j', (statistics, text) => {
    show(statistics)
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('says how often the account lacked margin, and how far it was used', () => {
    show({ marginCalls: 343, maxUsedMargin: 9995, maxCloseoutPercent: 81.3, leverage: 20, lowestLeverage: 20 })
    expect(screen.getByRole('alert').dataset['tone']).toBe('warn')
    expect(screen.getByText('343 margin calls')).toBeTruthy()
    expect(screen.getByText(/^Used margin reached 9,995\.00 USD and the closeout percent 81\.30%/)).toBeTruthy()
  })

  it.each([{}, { ...out, outOfMarginSince: null }, { outOfMarginSince: null, marginRejections: 0, positionCount: 0 }])(
    'is hidden otherwise: %j',
    (statistics) => {
      show(statistics)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('MarginPanel', () => {
  const show = (statistics: object) =>
    render(<MarginPanel result={{ statistics, accountCurrency: 'USD' } as unknown as BacktestDetail} />, {
      wrapper: MantineProvider,
    })

  it('shows used margin, leverage, closeout percent and the counts', () => {
    const { container } = show({
      leverage: 20,
      lowestLeverage: 20,
      maxUsedMargin: 9995,
      usedMargin: 475.5,
      maxCloseoutPercent: 100.0012,
      marginCalls: 343,
      closeouts: 3,
      allMarginRejections: 0,
    })
    const shown = [...container.querySelectorAll('dl > div')].map((row) => row.textContent)
    expect(shown).toEqual([
      'Leverage20:1',
      'Maximum used margin9,995.00',
      'Used margin at the end475.50',
      'Highest closeout percent100.00%',
      'Margin calls343',
      'Margin closeouts3',
      'Orders rejected for margin0',
    ])
    expect(container.querySelector('[data-field="statistics.maxCloseoutPercent"]')?.getAttribute('data-raw')).toBe(
      '100.0012',
    )
  })

  it('says that results of earlier engines have no record of margin', () => {
    show({ positionCount: 3, outOfMarginSince: null })
    expect(screen.getByText('Not recorded')).toBeTruthy()
  })
})
