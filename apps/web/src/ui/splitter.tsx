import { type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react'
import classes from './splitter.module.css'

/** An arrow key moves the edge by this many pixels. */
const STEP = 16

interface SplitterProps {
  readonly label: string
  /** `vertical`: a bar between columns, which changes the width of the right one; `horizontal`: the height of the lower one. */
  readonly orientation: 'vertical' | 'horizontal'
  /** Size of the part behind the bar, in pixels. */
  readonly size: number
  readonly min: number
  readonly max: number
  /** Called while the bar moves. */
  readonly onResize: (size: number) => void
  /** Called when it was let go. */
  readonly onEnd: (size: number) => void
}

/** A bar between two parts of a page that changes their sizes: by the pointer, and by the arrow keys. */
export function Splitter(props: SplitterProps): ReactElement {
  const { label, orientation, size, min, max, onResize, onEnd } = props
  const [grip, setGrip] = useState<number | null>(null)
  const limited = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)))
  const placeOf = (event: PointerEvent): number => (orientation === 'vertical' ? event.clientX : event.clientY)
  // The part lies behind the bar: moving the bar to the start makes it larger.
  const drag = (event: PointerEvent): void => {
    if (grip !== null) onResize(limited(grip - placeOf(event)))
  }
  const end = (event: PointerEvent): void => {
    if (grip !== null) onEnd(limited(grip - placeOf(event)))
    setGrip(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const [more, less] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const sizes: Record<string, number> = { [more ?? '']: size + STEP, [less ?? '']: size - STEP, Home: max, End: min }
    const wanted = sizes[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    onResize(limited(wanted))
    onEnd(limited(wanted))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- hr cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      className={classes['splitter']}
      data-moving={grip !== null || undefined}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setGrip(placeOf(event) + size)
      }}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  )
}
