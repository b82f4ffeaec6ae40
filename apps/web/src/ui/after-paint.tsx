import { type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { LoadingBlock } from './states.tsx'
import { whenIdle } from './when-idle.ts'

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
