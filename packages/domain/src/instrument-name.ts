import { venueName } from './listed-instrument.ts'
import { shownSymbol, splitSymbol } from './split-symbol.ts'

/** How screens and messages write the instrument of an id: `BTC/USDT SIM`. */
export function instrumentName(id: string): string {
  const [symbol = id, broker = ''] = id.split(':')
  const parsed = splitSymbol(symbol)
  return `${parsed === null ? symbol : shownSymbol(parsed)} ${venueName(broker)}`.trimEnd()
}
