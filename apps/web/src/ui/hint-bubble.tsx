import { type FloatingPosition, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactElement, ReactNode } from 'react'

const DELAY_MS = 300

export interface HintBubbleProps {
  readonly target: HTMLElement
  readonly label: ReactNode
  readonly isHovered: boolean
  readonly position?: FloatingPosition
  readonly width?: number
}

/** The text of a hint, shown when the pointer has rested on its element. */
export function HintBubble({ target, label, isHovered, position, width }: HintBubbleProps): ReactElement {
  const [hasRested] = useDebouncedValue(isHovered, DELAY_MS)
  return (
    <Tooltip
      target={target}
      label={label}
      opened={isHovered && hasRested}
      {...(position && { position })}
      {...(width !== undefined && { maw: width })}
    />
  )
}
