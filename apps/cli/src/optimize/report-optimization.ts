import { writeFile } from 'node:fs/promises'
import { UserError } from '@tradeloom/domain'
import { bestTrial, type Lattice, luckOf } from '@tradeloom/optimizer'
import type { Terminal } from '../terminal.ts'
import { csvOfRows } from './csv-of-rows.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'
import type { FoundRows } from './found-rows.ts'
import { markRows } from './mark-rows.ts'
import type { OptimizeOptions } from './optimize-options.ts'
import { parquetOfRows } from './parquet-of-rows.ts'
import { type ListedRows, printOptimization } from './print-optimization.ts'
import { printWalkForward } from './print-walk-forward.ts'
import { rankRows } from './rank-rows.ts'
import type { WalkForwardReport } from './walk-forward-report.ts'

export interface FoundTrials extends Pick<FoundRows, 'objectives' | 'constraints'> {
  readonly lattice: Lattice
  /** In the order of their indexes. */
  readonly trials: readonly EvaluatedTrial[]
  readonly windows: WalkForwardReport | null
  readonly seed: number
  /** Days in a year, of the market that was traded. */
  readonly perYear: number
}

/** Writes the files that were requested, then prints what was found. Throws UserError if nothing was. */
export async function reportOptimization(
  { lattice, trials, windows, seed, perYear, objectives, constraints }: FoundTrials,
  { csv, parquet, json, script, ...listed }: Pick<OptimizeOptions, 'csv' | 'parquet' | 'json' | 'script'> & ListedRows,
  terminal: Terminal,
): Promise<void> {
  if (trials.length === 0) throw new UserError('invalid-input', 'Interrupted before the first backtest ended')
  if (trials.every(({ status }) => status === 'Errored'))
    throw new UserError(
      'invalid-input',
      `${trials.length === 1 ? 'The backtest' : `All ${trials.length} backtests`} of ${script} failed: ${trials[0]?.row.error}`,
    )
  const rows = markRows(trials)
  const ranked = rankRows(trials, rows)
  const bestIndex = bestTrial(trials)?.index
  const best = rows.find(({ index }) => index === bestIndex) ?? null
  const luck = luckOf({ lattice, trials, seed, perYear })
  if (csv !== undefined) await writeFile(csv, csvOfRows(rows))
  if (parquet !== undefined) await writeFile(parquet, await parquetOfRows(rows))
  if (json === true) {
    const front = ranked.filter(({ isOnFront }) => isOnFront).map(({ index }) => index)
    const found = { objectives, constraints, rows, rankedBy: objectives[0], best, front }
    const more = windows === null ? {} : { walkForward: windows }
    terminal.out(`${JSON.stringify({ permutations: lattice.count, ...found, honesty: luck, ...more })}\n`)
    return
  }
  printOptimization({ ranked, objectives, constraints, best, luck }, listed, terminal)
  if (windows !== null) printWalkForward(windows, terminal)
  if (!rows.some(({ isFeasible }) => isFeasible)) terminal.err('Note: no result keeps all constraints\n')
}
