/** Ends the symbols of perpetual contracts, so that the spot market of the same currencies keeps its name. */
export const PERPETUAL = '.P'

/** Whether an instrument, by its id or symbol, is a contract without an end: `BTCUSDT.P:BINANCE`. */
export function isPerpetual(name: string): boolean {
  return (name.split(':')[0] ?? '').endsWith(PERPETUAL)
}
