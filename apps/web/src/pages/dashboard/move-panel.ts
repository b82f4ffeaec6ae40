import { type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout/core'
import type { SizeLimits } from '../../entities/panels/define-panel.ts'
import type { Place } from '../../entities/panels/layout.ts'
import type { Places } from '../../entities/panels/place-cells.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const STEPS: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** A panel on the grid. */
interface Panel {
  readonly places: Places
  readonly key: string
  readonly columns: number
}

/**
 * The places after a panel went in a direction: as far as it takes for something to change, because all panels rise as
 * high as they can. Null if it cannot go there.
 */
export function movePanel({ places, key, columns }: Panel, direction: Direction): Places | null {
  const place = places.get(key)
  if (place === undefined) return null
  const [dx, dy] = STEPS[direction]
  const rows = Math.max(...[...places.values()].map(({ y, h }) => y + h))
  for (let distance = 1; distance <= Math.max(columns, rows); distance++) {
    const [x, y] = [place.x + dx * distance, place.y + dy * distance]
    if (x < 0 || y < 0 || x + place.w > columns) return null
    const items = itemsOf(places)
    const item = items.find(({ i }) => i === key)
    if (item === undefined) return null
    const moved = compacted(moveElement(items, item, x, y, true, false, 'vertical', columns, false), columns)
    if (isElsewhere(moved.get(key), place)) return moved
  }
  return null
}

/** The places after a panel got wider, narrower, higher or lower by a cell; null if it cannot. */
export function sizePanel(
  { places, key, columns }: Panel,
  direction: Direction,
  limits: SizeLimits = {},
): Places | null {
  const place = places.get(key)
  if (place === undefined) return null
  const [dw, dh] = STEPS[direction]
  const [w, h] = [place.w + dw, place.h + dh]
  const { min, max } = limits
  const isTooSmall = w < Math.min(min?.w ?? 1, columns) || h < (min?.h ?? 1)
  const isTooBig = w > (max?.w ?? columns) || h > (max?.h ?? Infinity)
  if (isTooSmall || isTooBig || w > columns) return null
  // At the right edge it grows to the left.
  const x = Math.min(place.x, columns - w)
  const items = itemsOf(places).map((item) => (item.i === key ? { ...item, x, w, h } : item))
  return compacted(items, columns)
}

function itemsOf(places: Places): LayoutItem[] {
  return [...places].map(([i, place]) => ({ i, ...place }))
}

function compacted(items: readonly LayoutItem[], columns: number): Places {
  return new Map(verticalCompactor.compact(items, columns).map(({ i, x, y, w, h }) => [i, { x, y, w, h }]))
}

function isElsewhere(one: Place | undefined, other: Place): boolean {
  return one?.x !== other.x || one.y !== other.y
}
