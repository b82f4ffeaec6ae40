import type { MarketInstrument } from '@tradeloom/contracts'
import { findCurrency } from '@tradeloom/domain'

type Searched = Pick<MarketInstrument, 'displaySymbol' | 'symbol' | 'product' | 'broker' | 'dealt' | 'quote'>

/** Whether a symbol, a word of it, the product, the broker, or a name or alias of a currency of the instrument begins with a text. */
export function matchInstrument(instrument: Searched, text: string): boolean {
  const { displaySymbol, symbol, product, broker, dealt, quote } = instrument
  const wanted = text.trim().toLowerCase()
  const currencies = [dealt, quote].flatMap((code) => {
    const { name = code, aliases = [] } = findCurrency(code) ?? {}
    return [name, ...aliases]
  })
  return [displaySymbol, ...displaySymbol.split(' '), symbol, product, broker, ...currencies].some((term) =>
    term.toLowerCase().startsWith(wanted),
  )
}
