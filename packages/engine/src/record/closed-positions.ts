import { type Closing, OpenPosition, positionRecord } from '../portfolio/open-position.ts'
import type { PositionRecord } from '../run-result.ts'
import { NumberTable } from './number-table.ts'

const WIDTH = 14
const REASONS = ['script', 'stop-loss', 'take-profit', 'trailing-stop', 'margin', 'netting'] as const

/** The closed positions of a run, in the order of closing. */
export class ClosedPositions {
  readonly #table = new NumberTable(WIDTH)
  readonly #instrument: { readonly id: string; readonly pipSize: number }

  constructor(instrument: { readonly id: string; readonly pipSize: number }) {
    this.#instrument = instrument
  }

  get count(): number {
    return this.#table.count
  }

  add(position: OpenPosition, closing: Closing): void {
    const at = this.#table.add()
    const { values } = this.#table
    values[at] = position.id
    values[at + 1] = position.long ? 1 : 0
    values[at + 2] = position.quantity
    values[at + 3] = position.openTime
    values[at + 4] = position.openPrice
    values[at + 5] = position.commission
    values[at + 6] = position.stopLoss
    values[at + 7] = position.takeProfit
    values[at + 8] = position.trailingStop
    values[at + 9] = closing.time
    values[at + 10] = closing.price
    values[at + 11] = closing.profit
    values[at + 12] = REASONS.indexOf(closing.reason)
    values[at + 13] = closing.ambiguous ? 1 : 0
  }

  /** Number `row` of them, 0 is the one closed first. */
  record(row: number): PositionRecord {
    const { values } = this.#table
    const value = (field: number) => values[row * WIDTH + field] as number
    const position = new OpenPosition(value(0), value(1) === 1, value(2), value(3), value(4), value(5))
    position.stopLoss = value(6)
    position.takeProfit = value(7)
    position.trailingStop = value(8)
    const closing: Closing = {
      time: value(9),
      price: value(10),
      profit: value(11),
      reason: REASONS[value(12)] ?? 'script',
      ambiguous: value(13) === 1,
    }
    return positionRecord(position, this.#instrument, { price: closing.price, profit: closing.profit, closing })
  }

  records(): PositionRecord[] {
    return Array.from({ length: this.count }, (_, row) => this.record(row))
  }
}
