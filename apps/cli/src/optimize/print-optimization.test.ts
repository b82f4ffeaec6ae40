import { Lattice, luckOf } from '@tradeloom/optimizer'
import { describe, expect, it } from 'vitest'
import { Terminal } from '../terminal.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { FoundRows } from './found-rows.ts'
import { markRows } from './mark-rows.ts'
import { type ListedRows, printOptimization } from './print-optimization.ts'
import { rankRows } from './rank-rows.ts'

const lattice = new Lattice([{ kind: 'evenly-spaced', name: 'period', start: 10, end: 60, count: 6 }])
const luck = luckOf({ lattice, trials: [], seed: 1, perYear: 260 })
const PROFIT = { metric: 'profit', better: 'higher' } as const
const WIN_RATE = { metric: 'winRate', better: 'higher' } as const

interface Given {
  readonly profit: number
  readonly winRate?: number | null
  readonly violation?: number
  readonly trades?: string
}

function trialsOf(given: readonly (Given | 'error')[], objectives: FoundRows['objectives']): EvaluatedTrial[] {
  return given.map((one, index): EvaluatedTrial => {
    const place = { index, externals: { period: 10 * (index + 1) } }
    const values = one === 'error' ? {} : { profit: one.profit, winRate: one.winRate ?? null }
    const scores = objectives.map(({ metric }) => (values as Record<string, number | null>)[metric] ?? null)
    const found = {
      objective: scores[0] ?? null,
      objectives: Object.fromEntries(objectives.map(({ metric }, k) => [metric, scores[k] ?? null])),
    }
    const common = { index, point: [index], scores, dailyReturns: [], sample: null }
    if (one === 'error') {
      const none = { profit: null, profitPercentage: null, positionCount: null }
      const drawdown = { maxDrawdown: null, maxDrawdownPercentage: null }
      const row = { ...place, status: 'Errored' as const, ...none, ...drawdown, ...found, isFeasible: false }
      const error = { violation: null, error: 'x.js:1:1: no luck\nat all' }
      return { ...common, violation: Infinity, status: 'Errored', ledgerHash: null, row: { ...row, ...error } }
    }
    const { profit, violation = 0, trades = String(index) } = one
    const numbers = { profit, profitPercentage: profit / 100, positionCount: 12 }
    const drawdown = { maxDrawdown: 50, maxDrawdownPercentage: 0.5 }
    const kept = {
      isFeasible: violation === 0,
      violation: Number.isFinite(violation) ? violation : null,
      error: null,
    }
    const row = { ...place, status: 'Completed' as const, ...numbers, ...drawdown, ...found, ...kept }
    return { ...common, violation, status: 'Completed', ledgerHash: trades, row }
  })
}

interface Printing extends Partial<Pick<FoundRows, 'constraints' | 'objectives'>>, Partial<ListedRows> {
  readonly columns?: number
}

function printed(given: readonly (Given | 'error')[], options: Printing = {}): string {
  const { objectives = [PROFIT], constraints = [], columns, maxRows = 20, duplicates = false } = options
  let text = ''
  const stream = { write: (more: string) => ((text += more), true), ...(columns !== undefined && { columns }) }
  const terminal = new Terminal({ stdout: stream as never, stderr: stream as never })
  const trials = trialsOf(given, objectives)
  const rows = markRows(trials)
  const ranked = rankRows(trials, rows)
  const best = ranked.find(({ isFeasible, objective }) => isFeasible && objective !== null) ?? null
  printOptimization({ ranked, objectives, constraints, best, luck }, { maxRows, duplicates }, terminal)
  return text.slice(0, text.indexOf('\n\nHow much of this is luck?'))
}

describe('the printed table of an optimization', () => {
  it('lists the Pareto front first, a column for each objective, and what the marks mean', () => {
    const rows = [
      { profit: 90, winRate: 20 },
      { profit: 1200, winRate: 30 },
      { profit: 40, winRate: 55 },
      { profit: 1200, winRate: 30, trades: '1' },
      { profit: 80, winRate: null },
      'error' as const,
    ]
    expect(printed(rows, { objectives: [PROFIT, WIN_RATE] })).toBe(
      [
        '                                     Profit       Max     Win',
        'Index  period  Positions     Profit     (%)  drawdown    rate  Status',
        '    1      20         12  +1,200.00  +12.00     0.50%  30.00%  On front',
        '    2      30         12     +40.00   +0.40     0.50%  55.00%  On front',
        '    0      10         12     +90.00   +0.90     0.50%  20.00%  Completed',
        '    4      50         12     +80.00   +0.80     0.50%       –  Completed',
        '    5      60          –          –       –         –       –  Errored',
        '',
        'Backtests   6; 1 errored, the first is 5: x.js:1:1: no luck',
        'Duplicates  1 traded exactly like an earlier backtest; --duplicates lists them',
        'On front    3 with 1 of the duplicates: no other is as good in all objectives and better in one',
        'Ranked by   Pareto front, Profit, higher first',
        'Best        backtest 1 by the first objective: period 20',
      ].join('\n'),
    )
  })

  it('names duplicates by what they repeat when they are listed', () => {
    const rows = [{ profit: 90 }, { profit: 90, trades: '0' }, { profit: 30, violation: 2, trades: 'x' }]
    const again = { profit: 30, violation: 2, trades: 'x' }
    const constraints = [{ metric: 'winRate', bound: 'at-least', value: 50 } as const]
    const text = printed([...rows, again], { duplicates: true, constraints })
    expect(text.match(/(Completed|Infeasible by).*$/gm)).toEqual([
      'Completed',
      'Completed, same as 0',
      'Infeasible by 2',
      'Infeasible by 2, same as 2',
    ])
    expect(text).toMatch(/^Duplicates {2}2 traded exactly like an earlier backtest$/m)
  })

  it('says which rows break a constraint, and by how much', () => {
    const constraints = [
      { metric: 'maxDrawdown', bound: 'at-most', value: 0.4 } as const,
      { metric: 'profit', bound: 'at-least', value: 0 } as const,
    ]
    const rows = [{ profit: 70, violation: 0.25384 }, { profit: 20, violation: Infinity }, { profit: 10 }]
    const text = printed(rows, { constraints })
    expect(text.match(/(Completed|Infeasible)( by .*)?$/gm)).toEqual(['Completed', 'Infeasible by 0.254', 'Infeasible'])
    expect(text.slice(text.indexOf('Infeasible  '))).toBe(
      [
        'Infeasible  2 of 3 break maxDrawdown<=0.4 or profit>=0',
        '            by multiples of the bound (of a bound of 0, by its unit), added up',
        '            without a number: a metric has no value',
        'Ranked by   constraints, Profit, higher first',
        'Best        backtest 2: period 30',
      ].join('\n'),
    )
  })

  it('names no best without one that keeps the constraints, or has a value of the objective', () => {
    const constraints = [{ metric: 'profit', bound: 'at-least', value: 90 } as const]
    expect(printed([{ profit: 70, violation: 0.2 }], { constraints })).toMatch(
      /\nBest {8}none: no backtest keeps all constraints$/,
    )
    const objectives = [WIN_RATE] as const
    expect(printed([{ profit: 70 }], { objectives })).toMatch(/\nBest {8}none: no backtest has a value of Win rate$/)
  })

  it('says how many rows it leaves out', () => {
    const text = printed([{ profit: 3 }, { profit: 2 }, { profit: 1 }], { maxRows: 2 })
    expect(text).toMatch(/\n {4}1 .*\n… and 1 more: --rows prints more of them, --csv writes all\n/)
    expect(printed([{ profit: 3 }, { profit: 2 }], { maxRows: 2 })).not.toMatch(/more/)
  })

  it('leaves out columns for which a screen has no room, but neither externals nor objectives', () => {
    const objectives = [WIN_RATE, PROFIT] as const
    const rows = [{ profit: 90, winRate: 20 }]
    const widths = (columns: number) => {
      const text = printed(rows, { objectives, columns })
      const table = text.slice(0, text.indexOf('\n\n')).split('\n')
      return { head: table[1], width: Math.max(...table.slice(0, 3).map((line) => line.length)), note: table[3] }
    }
    expect(widths(80)).toMatchObject({
      head: 'Index  period  Positions  Profit     (%)  drawdown    rate  Status',
      note: undefined,
    })
    const { head, width, note } = widths(50)
    expect(head).toBe('Index  period  Profit  drawdown    rate  Status')
    expect(width).toBeLessThanOrEqual(50)
    expect(note).toBe('No room for Positions, Profit (%): --csv writes all columns')
    expect(widths(20).head).toBe('Index  period  Profit    rate  Status')
  })
})
