import { type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { LoadingBlock } from './states.tsx'

const waiting: (() => void)[] = []
let isScheduled = false
/** A page that is never idle still gets its next part after this long. */
const MAX_WAIT_MS = 300

/** Does one piece of work each time the page is idle, in the order in which they were queued. */
function whenIdle(work: () => void): () => void {
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

interface AfterPaintProps {
  /** About the height of the children, so that the page does not jump. */
  readonly height: number
  readonly children: ReactNode
}

/** Shows its children once what is above them is painted: a long page renders in parts and stays responsive. */
export function AfterPaint({ height, children }: AfterPaintProps): ReactElement {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), [])
  return isDue ? <>{children}</> : <LoadingBlock height={height} />
}
