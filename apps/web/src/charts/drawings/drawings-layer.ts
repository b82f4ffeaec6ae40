import type { Drawing } from '@tradeloom/contracts'
import type { DrawingPoint, DrawingSurface } from './drawing-surface.ts'
import type { DrawnFigure } from './drawings-primitive.ts'
import { type DrawingTool, type Figure, pointsOf } from './drawing-tools.ts'
import { isOnShape, type PanePoint, shapeOf } from './figure-shape.ts'
import { measureText } from './measure-text.ts'

export interface DrawingEvents {
  readonly onChange: (items: readonly Drawing[]) => void
  readonly onSelect: (id: string | null) => void
  /** A figure was finished: back to the pointer. */
  readonly onToolDone: () => void
  readonly newId: () => string
}

interface Drag {
  readonly from: PanePoint
  readonly original: Drawing
  /** The point that is moved; null moves all of them. */
  readonly handle: number | null
}

/** Movements shorter than this, in pixels, are clicks. */
const CLICK = 5
const HANDLE = 9

/** Draws, selects and moves figures with a pointer or the keyboard; the owner keeps them. */
export class DrawingsLayer {
  readonly #surface: DrawingSurface
  #events: DrawingEvents | null = null
  #items: readonly Drawing[] = []
  #selected: string | null = null
  #tool: DrawingTool | null = null
  #color = '#4c8dff'
  /** The figure that is being drawn; a measurement stays until the next click. */
  #draft: Figure | null = null
  #isMeasured = false
  #drag: Drag | null = null
  #preview: Drawing | null = null
  #pressed: PanePoint | null = null

  constructor(surface: DrawingSurface) {
    this.#surface = surface
  }

  connect(events: DrawingEvents | null): void {
    this.#events = events
  }

  setItems(items: readonly Drawing[], selected: string | null): void {
    this.#items = items
    this.#selected = selected
    this.redraw()
  }

  setTool(tool: DrawingTool | null, color: string): void {
    if (tool !== this.#tool) this.#dropDraft()
    this.#tool = tool
    this.#color = color
    this.redraw()
  }

  get tool(): DrawingTool | null {
    return this.#tool
  }

  /** True if the chart must not scroll with this press. */
  press(place: PanePoint): boolean {
    if (this.#events === null) return false
    if (this.#isMeasured) this.#dropDraft()
    this.#pressed = place
    if (this.#tool !== null) {
      if (this.#draft === null) this.#begin(this.#surface.pointAt(place))
      return true
    }
    const hit = this.#hit(place)
    this.#events.onSelect(hit?.original.id ?? null)
    this.#drag = hit
    return hit !== null
  }

  move(place: PanePoint): void {
    const point = this.#surface.pointAt(place)
    if (this.#drag !== null) {
      const { from, original, handle } = this.#drag
      if (this.#preview === null && far(from, place) < CLICK) return
      this.#preview = {
        ...original,
        points: original.points.map((old, at) => {
          if (handle === null) return this.#surface.moved(old, from, place)
          return at === handle && point !== null ? point : old
        }),
      }
      this.redraw()
    } else if (this.#draft !== null && !this.#isMeasured && point !== null) {
      this.#draft = withLastPoint(this.#draft, point)
      this.redraw()
    }
  }

  release(place: PanePoint): void {
    const pressed = this.#pressed
    this.#pressed = null
    if (this.#drag !== null) {
      const moved = this.#preview
      this.#drag = null
      this.#preview = null
      if (moved !== null) this.#events?.onChange(this.#items.map((item) => (item.id === moved.id ? moved : item)))
      return
    }
    if (this.#draft === null || this.#isMeasured || pressed === null) return
    const [first, second] = this.#draft.points
    // Only now: a field for its text would lose the focus to the rest of the press.
    if (second === undefined) return this.#finish()
    const start = first === undefined ? null : this.#surface.locate(first)
    // A click sets the first point, and another one the second; pressing and pulling sets both.
    if (start !== null && far(start, place) >= CLICK * 2) this.#finish()
  }

  /** What the pointer would take hold of. */
  cursorAt(place: PanePoint): 'crosshair' | 'move' | 'default' {
    if (this.#tool !== null) return 'crosshair'
    return this.#events !== null && this.#hit(place) !== null ? 'move' : 'default'
  }

  /** Sets a point at the crosshair, for the keyboard; false if no tool is chosen. */
  pressEnter(): boolean {
    const point = this.#surface.cursor()
    if (this.#tool === null || point === null) return false
    if (this.#isMeasured) this.#dropDraft()
    const isBegun = this.#draft !== null
    if (this.#draft === null) this.#begin(point)
    else this.#draft = withLastPoint(this.#draft, point)
    if (isBegun || pointsOf(this.#tool) === 1) this.#finish()
    return true
  }

  /** Gives up what is under way, then the tool, then the selection; false if there was nothing. */
  cancel(): boolean {
    if (this.#draft !== null) {
      this.#dropDraft()
      this.redraw()
    } else if (this.#tool !== null) this.#events?.onToolDone()
    else if (this.#selected !== null) this.#events?.onSelect(null)
    else return false
    return true
  }

  /** Deletes the selected drawing; false if there is none. */
  remove(): boolean {
    if (this.#selected === null || this.#events === null) return false
    this.#events.onChange(this.#items.filter(({ id }) => id !== this.#selected))
    this.#events.onSelect(null)
    return true
  }

  redraw(): void {
    const figures: DrawnFigure[] = this.#items.map((item) => ({
      figure: item.id === this.#preview?.id ? this.#preview : item,
      isSelected: item.id === this.#selected,
      label: [],
    }))
    if (this.#draft !== null) {
      figures.push({ figure: this.#draft, isSelected: true, label: measureText(this.#draft, this.#surface) })
    }
    this.#surface.show(figures)
  }

  #begin(point: DrawingPoint | null): void {
    const [tool, events] = [this.#tool, this.#events]
    if (point === null || tool === null || events === null) return
    const points = pointsOf(tool) === 1 ? [point] : [point, point]
    this.#draft = {
      id: events.newId(),
      kind: tool,
      points,
      color: this.#color,
      ...(tool === 'text' ? { text: 'Text' } : {}),
    }
    this.redraw()
  }

  #finish(): void {
    const [draft, events] = [this.#draft, this.#events]
    if (draft === null || events === null) return
    if (draft.kind === 'measure') {
      this.#isMeasured = true
      this.redraw()
      return
    }
    this.#draft = null
    events.onChange([...this.#items, { ...draft, kind: draft.kind }])
    events.onSelect(draft.id)
    events.onToolDone()
  }

  #dropDraft(): void {
    this.#draft = null
    this.#isMeasured = false
  }

  /** The selected drawing's points first, then the newest drawing. */
  #hit(place: PanePoint): Drag | null {
    const size = this.#surface.size()
    const newestFirst = this.#items.toReversed().toSorted((a, b) => this.#rank(a) - this.#rank(b))
    for (const original of newestFirst) {
      const points = original.points.map((point) => this.#surface.locate(point))
      if (points.some((point) => point === null)) continue
      const located = points.filter((point) => point !== null)
      const handle = located.findIndex((point) => far(point, place) <= HANDLE)
      // Only the selected drawing shows its points. A single point moves the whole.
      if (handle >= 0 && original.id === this.#selected && located.length > 1) return { from: place, original, handle }
      if (isOnShape(shapeOf(original, located, size), place)) return { from: place, original, handle: null }
    }
    return null
  }

  #rank({ id }: Drawing): number {
    return id === this.#selected ? 0 : 1
  }
}

const withLastPoint = (figure: Figure, point: DrawingPoint): Figure => ({
  ...figure,
  points: [...figure.points.slice(0, -1), point],
})

const far = (a: PanePoint, b: PanePoint): number => Math.hypot(a.x - b.x, a.y - b.y)
