import { counted } from './counted.ts'

/** The ending of a search that has run as many backtests as it may. */
export function limitText(backtests: number): string {
  return `${counted(backtests, 'backtest')}, its limit`
}
