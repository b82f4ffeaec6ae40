import { tidy } from './tidy.ts'

/** The price between bid and ask, to 15 significant digits, and how far they are apart. */
export function midAndSpread(bid: number, ask: number): { readonly mid: number; readonly spread: number } {
  return { mid: Number(((bid + ask) / 2).toPrecision(15)), spread: tidy(ask - bid) }
}
