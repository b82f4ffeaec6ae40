import {
  type ArbitrageTerms,
  type CrossedLevel,
  crossedLevels,
  executableArbitrage,
  legTerms,
  plainProfit,
} from '@tradeloom/book'
import type { ArbitragePair } from '@tradeloom/contracts'
import { isTradingOpen, type ListedInstrument } from '@tradeloom/domain'
import { isPriceLive, type LiveLegs } from './live-legs.ts'

/** All of a book that pages know. */
const LEVELS = 50

/** One market as it is now. */
export interface LegNow {
  readonly instrument: ListedInstrument
  readonly bid: number
  readonly ask: number
  readonly isLive: boolean
  readonly age: number
  readonly book: NonNullable<ReturnType<LiveLegs['books']['current']>> | null
  /** Changes with its price and its book. */
  readonly stamp: string
}

/** Null without a price. */
export function legNow({ prices, books }: LiveLegs, instrument: ListedInstrument, now: number): LegNow | null {
  const { id } = instrument
  const price = prices.newest(id)
  if (price === null) return null
  const book = books.current(id)
  const isLive = isPriceLive(price) && isTradingOpen(instrument, now)
  return {
    instrument,
    bid: price.bid,
    ask: price.ask,
    isLive,
    // The stream of its prices confirms the book, too: a book that is silent for 3 s is none.
    age: Math.round(Math.min(book?.age ?? Infinity, prices.age(id) ?? Infinity)),
    book,
    stamp: `${price.bid} ${price.ask} ${isLive} ${book?.sequence ?? ''}`,
  }
}

export interface Conversion {
  readonly rate: number
  /** Of converting, as a fraction of what is converted. */
  readonly fee: number
  readonly path: readonly string[]
  readonly age: number
}

/** What selling at one market and buying at another brings, plain and executable. `conversion` is null within a currency. */
export function comparedPair(sell: LegNow, buy: LegNow, conversion: Conversion | null): ArbitragePair {
  const rate = conversion?.rate ?? 1
  const [bid, ask] = [sell.bid * rate, buy.ask]
  const levels = sell.book && buy.book ? crossedLevels(buy.book.book.asks, sell.book.book.bids, rate, LEVELS) : []
  const isLive = sell.isLive && buy.isLive
  return {
    sellId: sell.instrument.id,
    buyId: buy.instrument.id,
    bid: Number(bid.toPrecision(12)),
    ask,
    ...plainProfit(bid, ask),
    conversion: conversion && { rate, fee: conversion.fee, path: [...conversion.path] },
    age: Math.max(sell.age, buy.age, conversion?.age ?? 0),
    isLive,
    levels: levels.map(copied),
    executable: isLive ? executableArbitrage(levels, termsOf(sell.instrument, buy.instrument, conversion)) : null,
  }
}

/** By the fees that the venues list, whatever funds there are. */
function termsOf(sell: ListedInstrument, buy: ListedInstrument, conversion: Conversion | null): ArbitrageTerms {
  return {
    sell: legTerms(sell, conversion),
    buy: legTerms(buy, null),
    funds: { quote: Infinity, base: Infinity },
  }
}

function copied([quantity, ask, bid]: CrossedLevel): [number, number, number] {
  return [Number(quantity.toPrecision(12)), ask, Number(bid.toPrecision(12))]
}
