/** Shorter drags do nothing: fingers tremble. */
const DRAG_THRESHOLD = 100
/** Dragged under this part of its full height, the menu closes. */
const CLOSED_PART = 1 / 4

interface Drag {
  /** Height of the menu when the drag began. */
  readonly from: number
  /** How far the finger moved; down is positive. */
  readonly moved: number
  /** The largest height. */
  readonly full: number
}

/** The height of the menu while it is dragged. */
export function draggedHeight({ from, moved, full }: Drag): number {
  return Math.max(0, Math.min(full, from + moved))
}

/** The height of the menu after a drag; null closes it. */
export function heightAfterDrag(drag: Drag): number | null {
  if (Math.abs(drag.moved) < DRAG_THRESHOLD) return drag.from
  const height = draggedHeight(drag)
  return height < drag.full * CLOSED_PART ? null : height
}
