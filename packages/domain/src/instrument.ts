/** A market that can be traded or tested: one symbol at one broker. */
export interface Instrument {
  /** `SYMBOL:BROKER`, for example `EURUSD:OANDA`. */
  readonly id: string
  readonly symbol: string
  readonly broker: string
  /** For people: `EUR/USD`. */
  readonly displaySymbol: string
  readonly product: 'Forex' | 'Cryptocurrency' | 'CFD'
  /** The currency that is bought or sold (EUR in EUR/USD). */
  readonly dealt: string
  /** The currency that prices and profits are in (USD in EUR/USD). */
  readonly quote: string
  /** Decimals of a price. */
  readonly precision: number
  /** Price distance of one pip: 0.0001 for EUR/USD, 0.01 for USD/JPY. */
  readonly pipSize: number
  /** Orders are multiples of this many units of the dealt currency. */
  readonly lotSize: number
  /** Default quantity of an order ticket. */
  readonly factor: number
  readonly minQuantity: number
  readonly maxQuantity: number
  /** Part of a position's value that is held as margin: 0.02 is 50:1. */
  readonly marginRate: number
  /** Round the clock, or Sunday evening to Friday evening. */
  readonly calendar: 'forex' | 'always'
  /** Made by the simulator; always labelled Simulated on screen. */
  readonly simulated: boolean
}
