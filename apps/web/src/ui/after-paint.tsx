import { type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { LoadingBlock } from './states.tsx'

const waiting: (() => void)[] = []
let isScheduled = false
/** A page that never rests still gets its next part after this long. */
const PATIENCE_MS = 300

/** Does one thing each time that the page has nothing else to do, in the order of asking. */
function whenIdle(work: () => void): () => void {
  waiting.push(work)
  schedule()
  return () => {
    const place = waiting.indexOf(work)
    if (place >= 0) waiting.splice(place, 1)
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
  // Safari knows no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(next, { timeout: PATIENCE_MS })
  else setTimeout(next, 0)
}

interface AfterPaintProps {
  /** About that of the children, so that nothing jumps. */
  readonly height: number
  readonly children: ReactNode
}

/** Shows its children once what stands above them is painted: a long page is drawn part by part, and answers between. */
export function AfterPaint({ height, children }: AfterPaintProps): ReactElement {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), [])
  return isDue ? <>{children}</> : <LoadingBlock height={height} />
}
