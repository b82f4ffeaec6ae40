import { useViewportSize } from '@mantine/hooks'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { draggedHeight, heightAfterDrag } from './menu-height.ts'

/** The part of the screen that the menu takes at most, and that it takes before it was dragged. */
const FULL_PART = 0.85
const FIRST_PART = 0.6

interface Dragging {
  readonly startY: number
  readonly from: number
  readonly moved: number
}

interface MenuDrag {
  /** Of the menu: as high as its content at first, then as high as it was dragged. */
  readonly style: CSSProperties
  /** For the handle, a child of the menu. */
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
  const end = (): void => {
    if (drag === null) return
    const next = heightAfterDrag({ ...drag, full })
    setDrag(null)
    if (Math.abs(drag.moved) > 0) setChosen(next)
    if (next === null) onClose()
  }
  const height = drag === null ? chosen : draggedHeight({ ...drag, full })
  return {
    style:
      height === null ? { minHeight: Math.round(screen * FIRST_PART), maxHeight: full } : { height, maxHeight: full },
    handlers: {
      onPointerDown(event) {
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = event.currentTarget.parentElement?.getBoundingClientRect().height ?? full
        setDrag({ startY: event.clientY, from, moved: 0 })
      },
      onPointerMove: (event) => setDrag((now) => now && { ...now, moved: event.clientY - now.startY }),
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    },
  }
}
