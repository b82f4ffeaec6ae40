const waiting: (() => void)[] = []
let isScheduled = false
/** A page that is never idle still gets its next part after this long. */
const MAX_WAIT_MS = 300

/** Does one piece of work each time the page is idle, in the order in which they were queued. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  waiting.push(work)
  schedule()
  return () => {
    const index = waiting.indexOf(work)
    if (index >= 0) waiting.splice(index, 1)
  }
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return
  isScheduled = true
  const next = (): void => {
    isScheduled = false
    waiting.shift()?.()
    schedule()
  }
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: MAX_WAIT_MS })
  else setTimeout(next, 0)
}
