import type { MoveProgress } from '@tradeloom/database'
import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.ts'

interface MoveProgressBar {
  readonly update: (progress: MoveProgress) => void
  readonly stop: () => void
}

const STEPS = 1000

/** Shows bytes, the share that is done and the time that is left on standard error, if that is a terminal. */
export function startMoveProgress(terminal: Pick<Terminal, 'stderr'>): MoveProgressBar {
  const bar = new SingleBar({
    format: '{step} [{bar}] {percentage}%, {size} MB, about {eta_formatted} left: {table}',
    stream: terminal.stderr,
    clearOnComplete: true,
    hideCursor: null,
  })
  let shown: MoveProgress['step'] | null = null
  return {
    update({ step, table, bytes, done }) {
      if (!terminal.stderr.isTTY) return
      const [value, payload] = [Math.floor(done * STEPS), { step, table, size: (bytes / 1e6).toFixed(1) }]
      if (shown === step) bar.update(value, payload)
      else bar.start(STEPS, value, payload)
      shown = step
    },
    stop() {
      if (shown !== null) bar.stop()
    },
  }
}
