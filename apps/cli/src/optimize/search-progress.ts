import { SingleBar } from 'cli-progress'

import type { Terminal } from '../terminal.ts'
import type { OptimizationRow } from './optimization-row.ts'

export interface SearchProgress {
  /** Begins a search: the whole period, or a training window. */
  readonly start: (what: string, total: number) => void
  readonly update: (done: number, best: OptimizationRow) => void
  readonly stop: () => void
}

/** Shows trials and the best one so far as a bar on standard error, if that is a terminal. */
export function createSearchProgress({ stderr }: Pick<Terminal, 'stderr'>): SearchProgress {
  if (stderr.isTTY !== true) return { start: () => {}, update: () => {}, stop: () => {} }
  const format = '{what} [{bar}] {value} of {total}, best {best}'
  const bar = new SingleBar({ format, stream: stderr, clearOnComplete: true, hideCursor: null })
  return {
    start: (what, total) => {
      bar.stop()
      bar.start(total, 0, { what, best: '–' })
    },
    update: (done, best) => bar.update(done, { best: textOf(best) }),
    stop: () => bar.stop(),
  }
}

function textOf({ objective, externals, isFeasible }: OptimizationRow): string {
  if (objective === null || !isFeasible) return '–'
  const values = Object.entries(externals).map(([name, value]) => `${name} ${value}`)
  return `${objective.toFixed(2)} (${values.join(', ')})`
}
