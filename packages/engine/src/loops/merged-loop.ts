import type { Kernel } from '../kernel.ts'
import { Cursor } from './cursor.ts'
import type { Loop, RowProgress, RowRange } from './loop.ts'

/**
 * Several markets, merged by time; in market order at equal times. A bar is four prices: at its start, one third, two
 * thirds, and its last millisecond. The prices of all markets are merged accordingly, so that nothing sees a later
 * price of another market.
 */
export class MergedLoop implements Loop {
  done = 0
  readonly #kernel: Kernel
  readonly #cursors: readonly Cursor[]

  constructor(kernel: Kernel, ranges: readonly RowRange[]) {
    this.#kernel = kernel
    this.#cursors = ranges.map((range) => new Cursor(kernel, range))
  }

  get rows(): number {
    return this.#cursors.reduce((sum, { rows }) => sum + rows, 0)
  }

  step(maxRows: number): void {
    const last = this.done + maxRows
    while (this.done < last) {
      const cursor = this.#earliest()
      if (cursor.time === Infinity) return
      if (cursor.isAtStart) this.#startRow(cursor)
      else cursor.takePoint()
      if (cursor.isAtStart) this.done += 1
    }
  }

  progressOf(place: number): RowProgress {
    return (this.#cursors[place] as Cursor).progress()
  }

  #startRow(cursor: Cursor): void {
    const kernel = this.#kernel
    const { time } = cursor
    if (time >= kernel.nextStop) {
      kernel.stopTime = time
      kernel.stop()
    }
    this.#advanceConversions(time)
    cursor.start()
  }

  #advanceConversions(time: number): void {
    for (const { converts, positions } of this.#kernel.markets) if (converts) positions.conversion.advance(time)
  }

  #earliest(): Cursor {
    const cursors = this.#cursors
    let earliest = cursors[0] as Cursor
    for (let i = 1; i < cursors.length; i++) {
      const cursor = cursors[i] as Cursor
      if (cursor.time < earliest.time) earliest = cursor
    }
    return earliest
  }
}
