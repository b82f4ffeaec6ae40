import { SingleBar } from 'cli-progress'

import type { Terminal } from '../terminal.ts'

export interface SearchProgress {
  readonly update: (done: number, best: number | null) => void
  readonly stop: () => void
}

/** Shows trials and the best objective so far as a bar on standard error, if that is a terminal. */
export function startSearchProgress({ stderr }: Pick<Terminal, 'stderr'>, total: number): SearchProgress {
  if (stderr.isTTY !== true) return { update: () => {}, stop: () => {} }
  const format = 'Optimization [{bar}] {value} of {total}, best {best}'
  const bar = new SingleBar({ format, stream: stderr, clearOnComplete: true, hideCursor: null })
  bar.start(total, 0, { best: '–' })
  return {
    update: (done, best) => bar.update(done, { best: best === null ? '–' : best.toFixed(2) }),
    stop: () => bar.stop(),
  }
}
