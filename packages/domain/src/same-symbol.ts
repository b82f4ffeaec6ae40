/** Whether two names mean the same market: `EUR/USD`, `FX:EURUSD`, `C:EUR-USD` and `EURUSD=X` are EURUSD, XBT is BTC. */
export function isSameSymbol(one: string, other: string): boolean {
  return namesOf(one).some((name) => namesOf(other).includes(name))
}

/** Short stems are other markets: BRK.B is not BRK. */
const STEM_LETTERS = 6

function namesOf(symbol: string): string[] {
  const own = symbol.toUpperCase().replace(/^.*:/, '')
  const plain = (text: string): string => text.replaceAll(/[^A-Z0-9]/g, '').replace(/^XBT/, 'BTC')
  const stem = plain(own.replace(/[.=].*$/, ''))
  return stem.length >= STEM_LETTERS ? [plain(own), stem] : [plain(own)]
}
