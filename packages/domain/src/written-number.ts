import { moneyDecimals } from './currency.ts'

const QUANTITY = { maximumFractionDigits: 10 } as const

/** An amount of money as messages write it, without its currency: `1,574.12`, `157,412` yen. */
export function writtenMoney(amount: number, currency: string): string {
  const decimals = moneyDecimals(currency)
  return amount.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** A quantity as messages write it, with the decimals that it has: `3,656`, `0.0125`. */
export function writtenQuantity(quantity: number): string {
  return quantity.toLocaleString('en-US', QUANTITY)
}
