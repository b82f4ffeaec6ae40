import { type Backtest, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import { formatDay, formatLastDay, formatNumber, formatPercent, formatPlain, NOTHING } from '../../../../ui/format.ts'
import { MAX_DRAWDOWN } from '../../../../ui/profit-terms.ts'
import { intervalLabel, resolutionLabel } from '../../../../entities/runs/run-labels.ts'

interface Change {
  readonly name: string
  readonly before: string
  readonly after: string
}

interface FigureChange extends Change {
  /** The difference with its sign; null without both values. */
  readonly difference: string | null
  /** Whether the change is good (1), bad (-1) or neither. */
  readonly tone: -1 | 0 | 1
}

type Run = Omit<Backtest, 'sparkline'>

/** The inputs that differ between two runs, externals by name. */
export function changedInputs(before: Run, after: Run): Change[] {
  const texts = (run: Run): Record<string, string> => ({
    Version: run.displayVersionNo,
    Instrument: `${run.symbol} ${run.broker}`,
    Interval: intervalLabel(run.interval),
    Resolution: resolutionLabel(run),
    Start: formatDay(run.start),
    End: formatLastDay(run.end),
    'Initial balance': formatNumber(run.initialBalance),
    ...Object.fromEntries(Object.entries(run.externals).map(([name, value]) => [name, formatPlain(value)])),
  })
  const [old, now] = [texts(before), texts(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const changes = names
    .filter((name) => old[name] !== now[name])
    .map((name) => ({ name, before: old[name] ?? NOTHING, after: now[name] ?? NOTHING }))
  const haveModelsChanged =
    JSON.stringify([before.models, before.tables]) !== JSON.stringify([after.models, after.tables])
  return haveModelsChanged ? [...changes, { name: 'Prices and costs', before: 'other', after: 'changed' }] : changes
}

interface Figure {
  readonly name: string
  readonly read: (run: Run) => number | null
  readonly text: (value: number | null) => string
  readonly difference: (value: number) => string
  /** 1 if more is better, -1 if less is, 0 if neither. */
  readonly better: -1 | 0 | 1
}

const points = (value: number): string => formatPercent(value, 2, true).replace('%', ' pp')
const signed = (value: number, decimals: number): string => `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`

const FIGURES: readonly Figure[] = [
  {
    name: 'Return',
    read: (run) => run.profitPercentage,
    text: (value) => formatPercent(value, 2, true),
    difference: points,
    better: 1,
  },
  {
    name: MAX_DRAWDOWN,
    read: (run) => run.maxDrawdownPercentage,
    text: (value) => formatPercent(value),
    difference: points,
    better: -1,
  },
  {
    name: RETURN_OVER_DRAWDOWN.name,
    read: (run) => run.profitFactor,
    text: (value) => formatNumber(value),
    difference: (value) => signed(value, 2),
    better: 1,
  },
  {
    name: 'Positions',
    read: (run) => run.positionCount,
    text: (value) => formatNumber(value, 0),
    difference: (value) => signed(value, 0),
    better: 0,
  },
]

/** What a run changed in the figures of the run before. */
export function changedFigures(before: Run, after: Run): FigureChange[] {
  return FIGURES.map(({ name, read, text, difference, better }) => {
    const [old, now] = [read(before), read(after)]
    const change = old === null || now === null ? null : now - old
    return {
      name,
      before: text(old),
      after: text(now),
      difference: change === null ? null : difference(change),
      tone: change === null || change === 0 || better === 0 ? 0 : change > 0 === better > 0 ? 1 : -1,
    }
  })
}
