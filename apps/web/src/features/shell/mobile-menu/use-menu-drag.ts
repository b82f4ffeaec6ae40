import { useViewportSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { draggedHeight, heightAfterDrag } from './menu-height.ts'

/** The part of the screen that the menu takes at most. */
const FULL_PART = 0.85

interface Dragging {
  readonly startY: number
  readonly from: number
  readonly moved: number
}

interface MenuDrag {
  readonly height: number
  /** For the handle. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/** Changes the height of the menu by dragging its handle. */
export function useMenuDrag(onClose: () => void): MenuDrag {
  const { height: screen } = useViewportSize()
  const full = Math.round(screen * FULL_PART)
  const [chosen, setChosen] = useState<number | null>(null)
  const [drag, setDrag] = useState<Dragging | null>(null)
  const rest = Math.min(chosen ?? full, full)
  const end = (): void => {
    if (drag === null) return
    const next = heightAfterDrag({ ...drag, full })
    setDrag(null)
    setChosen(next)
    if (next === null) onClose()
  }
  return {
    height: drag === null ? rest : draggedHeight({ ...drag, full }),
    handlers: {
      onPointerDown(event) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ startY: event.clientY, from: rest, moved: 0 })
      },
      onPointerMove: (event) => setDrag((now) => now && { ...now, moved: event.clientY - now.startY }),
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    },
  }
}
