import type { Figure } from './drawing-tools.ts'

/** A place on the pane, in pixels. */
export interface PanePoint {
  readonly x: number
  readonly y: number
}

export interface PaneSize {
  readonly width: number
  readonly height: number
}

export interface Segment {
  readonly from: PanePoint
  readonly to: PanePoint
}

export interface PaneBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What a figure covers: lines that can be pointed at, and an area, which can be only if it is solid. */
export interface FigureShape {
  readonly segments: readonly Segment[]
  readonly area: PaneBox | null
  readonly isSolid: boolean
}

export const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
export const TEXT_SIZE = 13
/** Of a letter, as good as the pointer needs it. */
const LETTER_WIDTH = 7.2
const LINE_HEIGHT = 17
/** A pointer this close to a line, in pixels, means it. */
const NEAR = 6

export function shapeOf(
  figure: Pick<Figure, 'kind' | 'text'>,
  points: readonly PanePoint[],
  pane: PaneSize,
): FigureShape {
  const [first, second = first] = points
  if (first === undefined || second === undefined) return { segments: [], area: null, isSolid: false }
  switch (figure.kind) {
    case 'trend':
      return lines({ from: first, to: second })
    case 'ray':
      return lines({ from: first, to: rayEnd(first, second, pane) })
    case 'horizontal':
      return lines({ from: { x: 0, y: first.y }, to: { x: pane.width, y: first.y } })
    case 'text':
      return { segments: [], area: textBox(figure.text ?? '', first), isSolid: true }
    case 'fibonacci':
      return { segments: fibonacciLines(first, second), area: boxOf(first, second), isSolid: false }
    default: {
      const area = boxOf(first, second)
      return { segments: edgesOf(area), area, isSolid: false }
    }
  }
}

/** Whether a place is on a shape. */
export function isOnShape({ segments, area, isSolid }: FigureShape, place: PanePoint): boolean {
  if (isSolid && area !== null && isInside(area, place)) return true
  return segments.some((segment) => distance(segment, place) <= NEAR)
}

function boxOf(first: PanePoint, second: PanePoint): PaneBox {
  return {
    left: Math.min(first.x, second.x),
    top: Math.min(first.y, second.y),
    right: Math.max(first.x, second.x),
    bottom: Math.max(first.y, second.y),
  }
}

const lines = (...segments: readonly Segment[]): FigureShape => ({ segments, area: null, isSolid: false })

/** Where a ray through two points leaves the pane. */
function rayEnd(from: PanePoint, through: PanePoint, { width, height }: PaneSize): PanePoint {
  const [dx, dy] = [through.x - from.x, through.y - from.y]
  if (dx === 0 && dy === 0) return through
  const edges = [dx > 0 ? (width - from.x) / dx : dx < 0 ? -from.x / dx : Infinity]
  edges.push(dy > 0 ? (height - from.y) / dy : dy < 0 ? -from.y / dy : Infinity)
  // A ray that starts outside and leads away still reaches its second point.
  const factor = Math.max(1, Math.min(...edges))
  return { x: from.x + dx * factor, y: from.y + dy * factor }
}

function fibonacciLines(first: PanePoint, second: PanePoint): Segment[] {
  const { left, right } = boxOf(first, second)
  return FIBONACCI_LEVELS.map((level) => {
    const y = second.y + (first.y - second.y) * level
    return { from: { x: left, y }, to: { x: right, y } }
  })
}

function edgesOf({ left, top, right, bottom }: PaneBox): Segment[] {
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  return corners.map((from, at) => ({ from, to: corners[(at + 1) % 4] ?? from }))
}

function textBox(text: string, { x, y }: PanePoint): PaneBox {
  const rows = text.split('\n')
  const width = Math.max(2, ...rows.map((row) => row.length)) * LETTER_WIDTH
  return { left: x - 4, top: y - LINE_HEIGHT, right: x + width, bottom: y + LINE_HEIGHT * (rows.length - 1) + 5 }
}

const isInside = ({ left, top, right, bottom }: PaneBox, { x, y }: PanePoint): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

function distance({ from, to }: Segment, { x, y }: PanePoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy)
}
