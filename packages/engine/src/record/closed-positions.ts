import { CLOSE_REASONS, type Instrument } from '@tradeloom/domain'

import { OpenPosition, viewPosition } from '../account/open-position.ts'
import { type Outcome, recordPosition } from '../account/position-record.ts'
import type { PositionRecord, PositionView } from '../run-result.ts'
import { NumberTable } from './number-table.ts'

const WIDTH = 27

/** The closed positions of a run, in the order of closing. */
export class ClosedPositions {
  readonly #table = new NumberTable(WIDTH)
  readonly #instruments: readonly Instrument[]

  /** The instruments of the run's markets, in their order. */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments
  }

  get count(): number {
    return this.#table.count
  }

  add(position: OpenPosition, outcome: Outcome): void {
    const row = this.#table.add()
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    values[at] = position.id
    values[at + 1] = position.long ? 1 : 0
    values[at + 2] = position.quantity
    values[at + 3] = position.openTime
    values[at + 4] = position.openPrice
    values[at + 5] = position.commission
    values[at + 6] = position.stopLoss
    values[at + 7] = position.takeProfit
    values[at + 8] = position.trailingStop
    values[at + 9] = position.swapCost
    values[at + 10] = position.fundingCost
    values[at + 11] = position.openHalfSpread
    values[at + 12] = position.openSlippage
    values[at + 13] = position.equityAtEntry
    values[at + 14] = position.risk
    values[at + 15] = position.notional
    values[at + 16] = position.highest
    values[at + 17] = position.lowest
    values[at + 18] = outcome.price
    values[at + 19] = outcome.profit
    values[at + 20] = outcome.rate
    values[at + 21] = outcome.halfSpread
    values[at + 22] = outcome.slippage
    values[at + 23] = outcome.other
    values[at + 24] = outcome.closing?.time ?? NaN
    values[at + 25] = CLOSE_REASONS.indexOf(outcome.closing?.reason ?? 'script')
    values[at + 26] = position.market
  }

  /** Number `row` of them, 0 is the one closed first. */
  record(row: number): PositionRecord {
    const { position, outcome } = this.#restore(row)
    return recordPosition(position, this.#instrumentOf(position), outcome)
  }

  /** The same as scripts see it. */
  view(row: number): PositionView {
    const { position, outcome } = this.#restore(row)
    return viewPosition(position, this.#instrumentOf(position), outcome.price, outcome.profit, outcome.closing)
  }

  #instrumentOf({ market }: OpenPosition): Instrument {
    return this.#instruments[market] as Instrument
  }

  #restore(row: number): { readonly position: OpenPosition; readonly outcome: Outcome } {
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const value = (field: number) => values[at + field] as number
    const position = new OpenPosition(value(26), value(0), value(1) === 1, value(2), value(3), value(4))
    position.commission = value(5)
    position.stopLoss = value(6)
    position.takeProfit = value(7)
    position.trailingStop = value(8)
    position.swapCost = value(9)
    position.fundingCost = value(10)
    position.openHalfSpread = value(11)
    position.openSlippage = value(12)
    position.equityAtEntry = value(13)
    position.risk = value(14)
    position.notional = value(15)
    position.highest = value(16)
    position.lowest = value(17)
    const price = value(18)
    const outcome = {
      price,
      profit: value(19),
      rate: value(20),
      halfSpread: value(21),
      slippage: value(22),
      other: value(23),
      closing: { time: value(24), price, reason: CLOSE_REASONS[value(25)] ?? 'script' },
    }
    return { position, outcome }
  }
}
