import { CLOSE_REASONS, type Instrument } from '@tradeloom/domain'

import { type Closing, OpenPosition, tidy, viewPosition } from '../account/open-position.ts'
import type { Outcome } from '../account/outcome.ts'
import type { PositionView } from '../run-result.ts'
import type { PositionColumns } from './position-columns.ts'
import { NumberTable } from './number-table.ts'

const WIDTH = 23
/** The market's index follows the direction and the reason of the closing in one number, as rows are most of a run's memory. */
const REASON_BIT = 1
const MARKET_BIT = 8
/** The place of the most frequent reason: a search takes longer than all the rest. */
const SCRIPT = CLOSE_REASONS.indexOf('script')

/**
 * The closed positions of a run, in closing order. At its end, a second instance takes the positions that are still
 * open, valued at the last prices.
 */
export class ClosedPositions {
  readonly #table = new NumberTable(WIDTH)
  readonly #instruments: readonly Instrument[]
  readonly #tags = new Map<number, string>()

  /** The instruments of the run's markets, in their order. */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments
  }

  get count(): number {
    return this.#table.count
  }

  /** By id. */
  get tags(): ReadonlyMap<number, string> {
    return this.#tags
  }

  add(position: OpenPosition, outcome: Outcome): void {
    const row = this.#table.add()
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const { closing } = outcome
    const reason = closing === null || closing.reason === 'script' ? SCRIPT : CLOSE_REASONS.indexOf(closing.reason)
    values[at] = position.id
    values[at + 1] = (position.long ? 1 : 0) | (reason << REASON_BIT) | (position.market << MARKET_BIT)
    values[at + 2] = position.quantity
    values[at + 3] = position.openTime
    values[at + 4] = position.openPrice
    values[at + 5] = position.commission
    values[at + 6] = position.stopLoss
    values[at + 7] = position.takeProfit
    values[at + 8] = position.trailingStop
    values[at + 9] = position.swapCost
    values[at + 10] = position.fundingCost
    values[at + 11] = position.openHalfSpread + outcome.halfSpread
    values[at + 12] = position.openSlippage + outcome.slippage
    values[at + 13] = position.equityAtEntry
    values[at + 14] = position.risk
    values[at + 15] = position.notional
    values[at + 16] = position.highest
    values[at + 17] = position.lowest
    values[at + 18] = outcome.price
    values[at + 19] = outcome.profit
    values[at + 20] = outcome.rate
    values[at + 21] = outcome.other
    values[at + 22] = closing === null ? NaN : closing.time
    if (position.tag !== null) this.#tags.set(position.id, position.tag)
  }

  /** Call it when nobody reads them any more. */
  release(): void {
    this.#table.release()
  }

  /** Writes all of them to the rows of their ids. Their price extremes must be complete. */
  writeTo(columns: PositionColumns): void {
    for (let row = 0; row < this.count; row++) this.#write(row, columns)
  }

  /** Position `row` as scripts see it; 0 was closed first. */
  view(row: number): PositionView {
    const { position, price, profit, closing } = this.#restore(row)
    return viewPosition(position, this.#instrumentOf(position), price, profit, closing)
  }

  #write(row: number, columns: PositionColumns): void {
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const to = (values[at] as number) - 1
    const terms = values[at + 1] as number
    const long = (terms & 1) === 1
    const market = terms >> MARKET_BIT
    const quantity = values[at + 2] as number
    const openPrice = values[at + 4] as number
    const highest = values[at + 16] as number
    const lowest = values[at + 17] as number
    const price = values[at + 18] as number
    const profit = values[at + 19] as number
    const rate = values[at + 20] as number
    const other = values[at + 21] as number
    const closeTime = values[at + 22] as number
    const isOpen = closeTime !== closeTime
    const { pipSize } = this.#instruments[market] as Instrument
    const worst = long ? lowest - openPrice : openPrice - highest
    const best = long ? highest - openPrice : openPrice - lowest
    columns.id[to] = to + 1
    columns.instrument[to] = market
    columns.direction[to] = long ? 0 : 1
    columns.quantity[to] = quantity
    columns.openTime[to] = values[at + 3] as number
    columns.openPrice[to] = openPrice
    columns.closeTime[to] = closeTime
    columns.closePrice[to] = isOpen ? NaN : price
    columns.stopLoss[to] = values[at + 6] as number
    columns.takeProfit[to] = values[at + 7] as number
    columns.trailingStop[to] = values[at + 8] as number
    columns.profit[to] = tidy(profit)
    columns.pips[to] = tidy((long ? price - openPrice : openPrice - price) / pipSize)
    columns.commission[to] = tidy(values[at + 5] as number)
    columns.swapCost[to] = tidy(values[at + 9] as number)
    columns.fundingCost[to] = tidy(values[at + 10] as number)
    columns.closeReason[to] = isOpen ? 0 : reasonOf(terms) + 1
    columns.spreadCost[to] = tidy((values[at + 11] as number) * quantity * rate)
    columns.slippageCost[to] = tidy((values[at + 12] as number) * quantity * rate)
    columns.mae[to] = tidy(worst * quantity * rate)
    columns.mfe[to] = tidy(best * quantity * rate)
    columns.maePips[to] = tidy(worst / pipSize)
    columns.mfePips[to] = tidy(best / pipSize)
    columns.risk[to] = tidy(values[at + 14] as number)
    columns.equityAtEntry[to] = tidy(values[at + 13] as number)
    columns.notional[to] = tidy(values[at + 15] as number)
    columns.worstProfit[to] = other === other ? tidy(profit + Math.min(0, other)) : NaN
    columns.bestProfit[to] = other === other ? tidy(profit + Math.max(0, other)) : NaN
  }

  #instrumentOf({ market }: OpenPosition): Instrument {
    return this.#instruments[market] as Instrument
  }

  #restore(row: number): Pick<Outcome, 'price' | 'profit' | 'closing'> & { readonly position: OpenPosition } {
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const value = (field: number) => values[at + field] as number
    const terms = value(1)
    const position = new OpenPosition(terms >> MARKET_BIT, value(0), (terms & 1) === 1, value(2), value(3), value(4))
    position.commission = value(5)
    position.stopLoss = value(6)
    position.takeProfit = value(7)
    position.trailingStop = value(8)
    position.swapCost = value(9)
    position.fundingCost = value(10)
    position.equityAtEntry = value(13)
    position.risk = value(14)
    position.notional = value(15)
    position.highest = value(16)
    position.lowest = value(17)
    position.tag = this.#tags.get(position.id) ?? null
    const price = value(18)
    return { position, price, profit: value(19), closing: { time: value(22), price, reason: closeReason(terms) } }
  }
}

/** An index into `CLOSE_REASONS`. */
function reasonOf(terms: number): number {
  return (terms >> REASON_BIT) & 127
}

function closeReason(terms: number): Closing['reason'] {
  return CLOSE_REASONS[reasonOf(terms)] ?? 'script'
}
