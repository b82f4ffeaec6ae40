const QUANTITY = { maximumFractionDigits: 10 } as const
const MONEY = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** An amount of money as messages write it: `1,574.12`. */
export function writtenMoney(amount: number): string {
  return amount.toLocaleString('en-US', MONEY)
}

/** A quantity as messages write it, with the decimals that it has: `3,656`, `0.0125`. */
export function writtenQuantity(quantity: number): string {
  return quantity.toLocaleString('en-US', QUANTITY)
}
