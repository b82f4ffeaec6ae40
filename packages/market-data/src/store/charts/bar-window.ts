import type { BarRow, BarSides, MonthBars } from './month-bars.ts'

/** A range of a month's bars. */
export interface BarPart {
  readonly bars: MonthBars
  readonly from: number
  readonly to: number
}

/** Bars for a chart, oldest first. */
export class BarWindow {
  /** Identifies the values: equal for equal requests while the underlying prices are unchanged. */
  readonly stamp: string
  readonly #parts: readonly BarPart[]

  constructor(stamp: string, parts: readonly BarPart[]) {
    this.stamp = stamp
    this.#parts = parts
  }

  get count(): number {
    return this.#parts.reduce((sum, { from, to }) => sum + to - from, 0)
  }

  /** The newest bars, at most `limit`. */
  newest(limit: number): BarWindow {
    let spare = this.count - limit
    if (spare <= 0) return this
    const parts: BarPart[] = []
    for (const part of this.#parts) {
      const dropped = Math.min(spare, part.to - part.from)
      spare -= dropped
      if (part.from + dropped < part.to) parts.push({ ...part, from: part.from + dropped })
    }
    return new BarWindow(this.stamp, parts)
  }

  rows(): BarRow[] {
    return this.#parts.flatMap(({ bars, from, to }) => bars.rows(from, to))
  }

  /** The rows as JSON, without creating an array per row. */
  json(sides: BarSides = 'both'): string {
    const texts = this.#parts.map(({ bars, from, to }) => bars.text(from, to, sides))
    return `[${texts.filter((text) => text !== '').join()}]`
  }
}
