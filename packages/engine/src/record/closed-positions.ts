import { CLOSE_REASONS, type Instrument, tidy } from '@tradeloom/domain'

import { type Closing, OpenPosition, viewPosition } from '../positions/open-position.ts'
import type { Outcome } from '../positions/outcome.ts'
import type { PositionRecord, PositionView } from '../run-result.ts'
import { emptyPositionColumns, positionAt, type PositionColumns } from './position-columns.ts'
import { FIELD, NumberTable, type Piece } from './number-table.ts'

/** Places of the fields in a row of the table. */
const ID = 0
const TERMS = FIELD
const QUANTITY = 2 * FIELD
const OPEN_TIME = 3 * FIELD
const OPEN_PRICE = 4 * FIELD
const COMMISSION = 5 * FIELD
const STOP_LOSS = 6 * FIELD
const TAKE_PROFIT = 7 * FIELD
const TRAILING_STOP = 8 * FIELD
const SWAP_COST = 9 * FIELD
const FUNDING_COST = 10 * FIELD
const HALF_SPREAD = 11 * FIELD
const SLIPPAGE = 12 * FIELD
const EQUITY_AT_ENTRY = 13 * FIELD
const RISK = 14 * FIELD
const NOTIONAL = 15 * FIELD
const HIGHEST = 16 * FIELD
const LOWEST = 17 * FIELD
const PRICE = 18 * FIELD
const PROFIT = 19 * FIELD
const RATE = 20 * FIELD
const OTHER_WORST = 21 * FIELD
const OTHER_BEST = 22 * FIELD
const CLOSE_TIME = 23 * FIELD
const WIDTH = 24
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
  /** The rows of the columns to which those of a piece belong; written anew for each. */
  readonly #targets = new Uint32Array(FIELD)
  #drained = 0

  /** The instruments of the run's markets, in their order. */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments
  }

  get count(): number {
    return this.#table.count
  }

  /** With those that were handed out. */
  get total(): number {
    return this.#drained + this.count
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
    values[at + ID] = position.id
    values[at + TERMS] = (position.long ? 1 : 0) | (reason << REASON_BIT) | (position.market << MARKET_BIT)
    values[at + QUANTITY] = position.quantity
    values[at + OPEN_TIME] = position.openTime
    values[at + OPEN_PRICE] = position.openPrice
    values[at + COMMISSION] = position.commission
    values[at + STOP_LOSS] = position.stopLoss
    values[at + TAKE_PROFIT] = position.takeProfit
    values[at + TRAILING_STOP] = position.trailingStop
    values[at + SWAP_COST] = position.swapCost
    values[at + FUNDING_COST] = position.fundingCost
    values[at + HALF_SPREAD] = position.openHalfSpread + outcome.halfSpread
    values[at + SLIPPAGE] = position.openSlippage + outcome.slippage
    values[at + EQUITY_AT_ENTRY] = position.equityAtEntry
    values[at + RISK] = position.risk
    values[at + NOTIONAL] = position.notional
    values[at + HIGHEST] = position.highest
    values[at + LOWEST] = position.lowest
    values[at + PRICE] = outcome.price
    values[at + PROFIT] = outcome.profit
    values[at + RATE] = outcome.rate
    values[at + OTHER_WORST] = position.otherWorst
    values[at + OTHER_BEST] = position.otherBest
    values[at + CLOSE_TIME] = closing === null ? NaN : closing.time
    if (position.tag !== null) this.#tags.set(position.id, position.tag)
  }

  /** Call it when nobody reads them any more. */
  release(): void {
    this.#table.release()
  }

  /**
   * The number in a whole column, if all positions have the same; undefined otherwise, and where that is not known without
   * computing the column.
   */
  single(name: keyof PositionColumns): number | undefined {
    if (name === 'instrument') return this.#instruments.length === 1 ? 0 : undefined
    const copied = COPIED[name]
    if (copied !== undefined) return this.#table.single(copied)
    const tidied = TIDIED[name]
    if (tidied !== undefined) return tidyOnly(this.#table.single(tidied))
    const distance = COSTS[name]
    if (distance !== undefined) return this.#table.single(distance) === 0 ? 0 : undefined
    if (name !== 'worstProfit' && name !== 'bestProfit') return undefined
    return Number.isNaN(this.#table.single(OTHER_WORST)) ? NaN : undefined
  }

  /** Writes all of them, but not the columns `without`, to the rows of their ids. Their price extremes must be complete. */
  writeTo(columns: PositionColumns, without: ReadonlySet<keyof PositionColumns>): void {
    for (const piece of this.#table.pieces()) {
      const to = this.#targets
      for (let row = 0; row < piece.rows; row++) to[row] = (piece.values[ID + row] as number) - 1
      this.#writePiece(piece, columns, without)
    }
  }

  /** Hands out all of them, in closing order, and forgets them. */
  drain(): PositionRecord[] {
    const { count } = this
    const columns = emptyPositionColumns(count)
    for (const piece of this.#table.pieces()) {
      for (let row = 0; row < piece.rows; row++) this.#targets[row] = piece.first + row
      this.#writePiece(piece, columns, new Set())
    }
    const instrumentIds = this.#instruments.map(({ id }) => id)
    const records = Array.from({ length: count }, (_, row): PositionRecord => {
      const record = positionAt(columns, row, { instrumentIds })
      const tag = this.#tags.get(record.id)
      return tag === undefined ? record : { ...record, tag }
    })
    this.#tags.clear()
    this.#table.release()
    this.#drained += count
    return records
  }

  /** Position `row` as scripts see it; 0 was closed first. */
  view(row: number): PositionView {
    const { position, price, profit, closing } = this.#restore(row)
    return viewPosition(position, this.#instrumentOf(position), price, profit, closing)
  }

  /** Column by column: each loop is short. */
  #writePiece({ values, rows }: Piece, columns: PositionColumns, without: ReadonlySet<keyof PositionColumns>): void {
    const to = this.#targets
    this.#writeTerms(values, rows, columns, !without.has('instrument'))
    const each = (fields: ColumnPlaces, write: typeof copyField): void => {
      for (const [name, place] of Object.entries(fields) as [keyof PositionColumns, number][]) {
        if (!without.has(name)) write(values, place, rows, to, columns[name])
      }
    }
    each(COPIED, copyField)
    each(TIDIED, tidyField)
    each(COSTS, writeCost)
    this.#writeMoves(values, rows, columns)
    if (!without.has('worstProfit')) writeAmbiguity(values, rows, to, columns)
  }

  /** What follows from the terms and the time of closing. */
  #writeTerms(values: Float64Array, rows: number, columns: PositionColumns, hasInstruments: boolean): void {
    const to = this.#targets
    const { id, instrument, direction, closePrice, closeReason } = columns
    for (let row = 0; row < rows; row++) {
      const place = to[row] as number
      const terms = values[TERMS + row] as number
      const closeTime = values[CLOSE_TIME + row] as number
      const isOpen = closeTime !== closeTime
      id[place] = values[ID + row] as number
      if (hasInstruments) instrument[place] = terms >> MARKET_BIT
      direction[place] = (terms & 1) ^ 1
      closePrice[place] = isOpen ? NaN : (values[PRICE + row] as number)
      closeReason[place] = isOpen ? 0 : reasonOf(terms) + 1
    }
  }

  /** Price moves to the closing and to the extremes, in pips and, those to the extremes, in money. */
  #writeMoves(values: Float64Array, rows: number, columns: PositionColumns): void {
    const to = this.#targets
    const { pips, mae, mfe, maePips, mfePips } = columns
    for (let row = 0; row < rows; row++) {
      const place = to[row] as number
      const terms = values[TERMS + row] as number
      const { pipSize } = this.#instruments[terms >> MARKET_BIT] as Instrument
      const openPrice = values[OPEN_PRICE + row] as number
      const quantity = values[QUANTITY + row] as number
      const rate = values[RATE + row] as number
      const price = values[PRICE + row] as number
      const highest = values[HIGHEST + row] as number
      const lowest = values[LOWEST + row] as number
      const isLong = (terms & 1) === 1
      const worst = isLong ? lowest - openPrice : openPrice - highest
      const best = isLong ? highest - openPrice : openPrice - lowest
      pips[place] = tidy((isLong ? price - openPrice : openPrice - price) / pipSize)
      mae[place] = tidy(worst * quantity * rate)
      mfe[place] = tidy(best * quantity * rate)
      maePips[place] = tidy(worst / pipSize)
      mfePips[place] = tidy(best / pipSize)
    }
  }

  #instrumentOf({ market }: OpenPosition): Instrument {
    return this.#instruments[market] as Instrument
  }

  #restore(row: number): Pick<Outcome, 'price' | 'profit' | 'closing'> & { readonly position: OpenPosition } {
    const values = this.#table.pieceOf(row)
    const at = this.#table.placeOf(row)
    const value = (field: number) => values[at + field] as number
    const terms = value(TERMS)
    const position = new OpenPosition(
      terms >> MARKET_BIT,
      value(ID),
      (terms & 1) === 1,
      value(QUANTITY),
      value(OPEN_TIME),
      value(OPEN_PRICE),
    )
    position.commission = value(COMMISSION)
    position.stopLoss = value(STOP_LOSS)
    position.takeProfit = value(TAKE_PROFIT)
    position.trailingStop = value(TRAILING_STOP)
    position.swapCost = value(SWAP_COST)
    position.fundingCost = value(FUNDING_COST)
    position.equityAtEntry = value(EQUITY_AT_ENTRY)
    position.risk = value(RISK)
    position.notional = value(NOTIONAL)
    position.highest = value(HIGHEST)
    position.lowest = value(LOWEST)
    position.tag = this.#tags.get(position.id) ?? null
    const price = value(PRICE)
    return {
      position,
      price,
      profit: value(PROFIT),
      closing: { time: value(CLOSE_TIME), price, reason: closeReason(terms) },
    }
  }
}

/** An index into `CLOSE_REASONS`. */
function reasonOf(terms: number): number {
  return (terms >> REASON_BIT) & 127
}

function closeReason(terms: number): Closing['reason'] {
  return CLOSE_REASONS[reasonOf(terms)] ?? 'script'
}

type ColumnPlaces = Readonly<Partial<Record<keyof PositionColumns, number>>>

const COPIED: ColumnPlaces = {
  quantity: QUANTITY,
  openTime: OPEN_TIME,
  openPrice: OPEN_PRICE,
  closeTime: CLOSE_TIME,
  stopLoss: STOP_LOSS,
  takeProfit: TAKE_PROFIT,
  trailingStop: TRAILING_STOP,
}
const TIDIED: ColumnPlaces = {
  profit: PROFIT,
  commission: COMMISSION,
  swapCost: SWAP_COST,
  fundingCost: FUNDING_COST,
  risk: RISK,
  equityAtEntry: EQUITY_AT_ENTRY,
  notional: NOTIONAL,
}
/** Price distances that become money. */
const COSTS: ColumnPlaces = { spreadCost: HALF_SPREAD, slippageCost: SLIPPAGE }

function tidyOnly(value: number | undefined): number | undefined {
  return value === undefined ? undefined : tidy(value)
}

function copyField(values: Float64Array, field: number, rows: number, to: Uint32Array, column: Float64Array): void {
  for (let row = 0; row < rows; row++) column[to[row] as number] = values[field + row] as number
}

function tidyField(values: Float64Array, field: number, rows: number, to: Uint32Array, column: Float64Array): void {
  for (let row = 0; row < rows; row++) column[to[row] as number] = tidy(values[field + row] as number)
}

function writeCost(values: Float64Array, field: number, rows: number, to: Uint32Array, column: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    const money = (values[field + row] as number) * (values[QUANTITY + row] as number) * (values[RATE + row] as number)
    column[to[row] as number] = tidy(money)
  }
}

/** The worst and the best profit, where the path inside a bar decided about a position. */
function writeAmbiguity(values: Float64Array, rows: number, to: Uint32Array, columns: PositionColumns): void {
  const { worstProfit, bestProfit } = columns
  for (let row = 0; row < rows; row++) {
    const place = to[row] as number
    const profit = values[PROFIT + row] as number
    // NaN, where nothing was decided, stays NaN.
    worstProfit[place] = tidy(Math.min(profit, values[OTHER_WORST + row] as number))
    bestProfit[place] = tidy(Math.max(profit, values[OTHER_BEST + row] as number))
  }
}
