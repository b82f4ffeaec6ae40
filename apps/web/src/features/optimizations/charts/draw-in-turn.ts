const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Draws one chart in each frame, in the order in which they were queued: all charts of 100,000 rows at once would stop the page
 * for a third of a second. Returns what cancels it.
 */
export function drawInTurn(work: () => void): () => void {
  waiting.add(work)
  schedule()
  return () => waiting.delete(work)
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    schedule()
    next()
  })
}
