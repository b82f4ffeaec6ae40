import type { BacktestDetail } from '@tradeloom/contracts'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { formatDay, formatLastDay, formatNumber, formatPlain } from '../../../ui/format.ts'
import { intervalLabel, resolutionLabel } from '../../../entities/runs/run-labels.ts'

export interface DifferingInput {
  readonly name: string
  /** One value for each run, in their order. */
  readonly values: readonly string[]
}

const SHORT_HASH = 12
const NOTHING = '—'

/** What the runs do not have in common: script, settings, externals, engine and data. */
export function differingInputs(runs: readonly BacktestDetail[]): DifferingInput[] {
  const rows: readonly (readonly [name: string, of: (run: BacktestDetail) => string])[] = [
    ['Algorithm', (run) => `${run.algorithmName} ${run.displayVersionNo}`],
    ['Script', (run) => shortHash(run, 'scriptHash')],
    ['Instrument', (run) => run.instrumentId],
    ['Other markets', (run) => run.markets.join(', ') || NOTHING],
    ['Start', (run) => formatDay(run.start)],
    ['End', (run) => formatLastDay(run.end)],
    ['Interval', (run) => intervalLabel(run.interval)],
    ['Resolution', resolutionLabel],
    ['Initial balance', (run) => `${formatNumber(run.initialBalance)} ${run.accountCurrency}`],
    ['Prices and costs', (run) => summarizeModels(Object.values(SETTINGS), run.models, run.tables) || 'Default'],
    ...externalNames(runs).map((name) => [`External ${name}`, (run: BacktestDetail) => external(run, name)] as const),
    ['Engine', (run) => run.engineVersion ?? NOTHING],
    ['Data', (run) => shortHash(run, 'dataSnapshot')],
    ['Status', (run) => run.status],
  ]
  return rows
    .map(([name, of]) => ({ name, values: runs.map((run) => of(run)) }))
    .filter(({ values }) => new Set(values).size > 1)
}

function externalNames(runs: readonly BacktestDetail[]): string[] {
  return [...new Set(runs.flatMap(({ externals }) => Object.keys(externals)))]
}

function external({ externals }: BacktestDetail, name: string): string {
  const value = externals[name]
  return value === undefined ? NOTHING : formatPlain(value)
}

function shortHash({ manifest }: BacktestDetail, key: string): string {
  const hash = manifest?.[key]
  return typeof hash === 'string' ? hash.slice(0, SHORT_HASH) : NOTHING
}
