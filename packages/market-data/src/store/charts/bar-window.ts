import { createHash } from 'node:crypto'
import { BAR_COLUMNS, type BarColumns } from '@tradeloom/domain'
import { joinBars } from './join-bars.ts'
import { type BarRow, type BarSides, MonthBars } from './month-bars.ts'

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

  /** With newer bars, the first of which may be the rest of the last one. */
  continuedBy(columns: BarColumns): BarWindow {
    const newer = new MonthBars(columns)
    if (newer.count === 0) return this
    const hash = createHash('sha256')
    for (const name of BAR_COLUMNS) hash.update(columns[name])
    const stamp = `${this.stamp} ${hash.digest('hex')}`
    const parts = [...this.#parts]
    const last = parts.pop()
    if (last === undefined) return new BarWindow(stamp, [{ bars: newer, from: 0, to: newer.count }])
    const end = last.to - 1
    if (last.bars.columns.time[end] !== columns.time[0]) {
      return new BarWindow(stamp, [...parts, last, { bars: newer, from: 0, to: newer.count }])
    }
    const joined = { bars: joinBars(last.bars, end, newer, 0), from: 0, to: 1 }
    const all = [...parts, { ...last, to: end }, joined, { bars: newer, from: 1, to: newer.count }]
    return new BarWindow(
      stamp,
      all.filter(({ from, to }) => from < to),
    )
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
