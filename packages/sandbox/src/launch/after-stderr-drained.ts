import type { ChildProcess } from 'node:child_process'

/** How long to wait for the last output of a runner after its end. */
const DRAIN_MS = 250

/** Calls back once standard error has been read to its end, or after a short time. */
export function afterStderrDrained(child: ChildProcess, callback: () => void): void {
  const { stderr } = child
  if (stderr === null || stderr.closed) return callback()
  const timer = setTimeout(() => stderr.destroy(), DRAIN_MS)
  stderr.once('close', () => {
    clearTimeout(timer)
    callback()
  })
}
