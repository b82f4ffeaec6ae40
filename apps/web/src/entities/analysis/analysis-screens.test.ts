import type { BacktestAnalysis } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { analysisScreens } from './analysis-screens.ts'

const PERIOD = { time: [], profit: [], pips: [] }
const ANALYSIS: BacktestAnalysis = {
  balance: { time: [], balance: [], cumulativeProfit: [], cumulativePips: [] },
  daily: PERIOD,
  weekly: PERIOD,
  monthly: PERIOD,
  equity: { time: [], equity: [] },
  dailyReturn: { time: [], return: [] },
  monthlyReturn: { time: [], return: [], whole: [] },
  byHour: [],
  byWeekday: [],
  byDuration: [],
  byInstrument: [],
  byDirection: [],
  byTag: null,
}

const titles = (analysis: BacktestAnalysis, isOverview = false) =>
  analysisScreens(analysis, isOverview).map(({ title }) => title)

it('offers every screen of the analysis in the groups of the specification', () => {
  expect(titles(ANALYSIS)).toEqual([
    'Balance and Cumulative Profit',
    'Daily Profit',
    'Weekly Profit',
    'Monthly Profit',
    'Cumulative Pips',
    'Daily Pips',
    'Weekly Pips',
    'Monthly Pips',
    'Equity',
    'Daily Return',
    'Monthly Return',
    ...['Position Open Time', 'Position Open Day', 'Position Duration'].flatMap((group) =>
      ['Profit', 'Pips', 'Count'].map((measure) => `${group}: ${measure}`),
    ),
  ])
})

it('leaves out the equity screens without a curve', () => {
  const groups = analysisScreens({ ...ANALYSIS, equity: null, dailyReturn: null, monthlyReturn: null })
  expect(groups.some(({ group }) => group === 'Equity')).toBe(false)
})

it('shows instruments and only the cumulative profit in the overview of an algorithm', () => {
  expect(titles(ANALYSIS, true)[0]).toBe('Cumulative Profit')
  expect(titles(ANALYSIS, true)).toEqual(expect.arrayContaining(['Instruments: Profit', 'Instruments: Pips']))
})
