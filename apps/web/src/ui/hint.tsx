import type { FloatingPosition } from '@mantine/core'
import {
  cloneElement,
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import type { HintBubbleProps } from './hint-bubble.tsx'

// A hint that cannot be loaded is left out: nothing depends on it.
const HintBubble = lazy<ComponentType<HintBubbleProps>>(async () => {
  const bubble = await import('./hint-bubble.tsx').catch(() => null)
  return { default: bubble?.HintBubble ?? (() => null) }
})

interface HintTarget {
  onMouseEnter?: (event: MouseEvent<HTMLElement>) => void
  onMouseLeave?: () => void
}

interface HintProps {
  readonly label: ReactNode
  readonly isDisabled?: boolean
  readonly position?: FloatingPosition
  /** The greatest width, px. */
  readonly width?: number
  readonly children: ReactElement<HintTarget>
}

/**
 * A tooltip whose code is loaded when a pointer first enters an element that has one: for what every page shows. The
 * code that positions tooltips is a tenth of what a page may transfer.
 */
export function Hint({ label, isDisabled = false, position, width, children }: HintProps): ReactElement {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isHovered, setHovered] = useState(false)
  const child = cloneElement(children, {
    onMouseEnter: (event) => {
      setTarget(event.currentTarget)
      setHovered(true)
    },
    onMouseLeave: () => setHovered(false),
  })
  return (
    <>
      {child}
      {target === null || isDisabled ? null : (
        <Suspense>
          <HintBubble
            target={target}
            label={label}
            isHovered={isHovered}
            {...(position && { position })}
            {...(width !== undefined && { width })}
          />
        </Suspense>
      )}
    </>
  )
}
