import type { ExchangeInfo } from './symbol-rules.ts'

/** What differs between the markets of Binance: on the wire, each is a venue of its own with the same manners. */
export interface BinanceWire {
  /** Before the name of each request. */
  readonly path: string
  /** Of all requests of a minute; the venue states it anew with its instruments. */
  readonly weightLimit: number
  readonly list: { readonly query: string; readonly weight: number; read(body: unknown): ExchangeInfo }
  /** The venue's symbol of an instrument; null for those of other markets. */
  symbolOf(instrumentId: string): string | null
  idOf(symbol: string): string
}
