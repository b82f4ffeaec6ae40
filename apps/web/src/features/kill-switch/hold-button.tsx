import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './hold-button.module.css'

const HOLD_MS = 1_000

interface HoldButtonProps {
  readonly children: ReactNode
  readonly onHeld: () => void
}

/** Does what it says when it has been held for a second, with a finger, the mouse, Space or Enter; the ring shows how long. */
export function HoldButton({ children, onHeld }: HoldButtonProps): ReactElement {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const begin = (): void => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(() => {
      end()
      onHeld()
    }, HOLD_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const isKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
  return (
    <button
      type="button"
      className={classes['button']}
      data-held={isHeld || undefined}
      data-autofocus
      onPointerDown={({ button }) => button === 0 && begin()}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      // A long press opens a menu on phones.
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => isKey(event) && end()}
    >
      <svg viewBox="0 0 24 24" className={classes['ring']} aria-hidden>
        <circle cx="12" cy="12" r="10" className={classes['track']} />
        <circle cx="12" cy="12" r="10" className={classes['done']} pathLength={1} />
      </svg>
      {children}
    </button>
  )
}
