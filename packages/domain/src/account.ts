/** A snapshot of a trading account, in its own currency. */
export interface Account {
  readonly currency: string
  readonly initialBalance: number
  /** Money after closed positions and costs. */
  readonly balance: number
  /** Balance plus the profit of open positions at the last prices. */
  readonly equity: number
  readonly unrealizedProfit: number
  readonly marginUsed: number
  /** Equity minus used margin. */
  readonly marginAvailable: number
  /** Used margin has reached equity. */
  readonly marginCall: boolean
  /** Half of the used margin over equity, in percent. */
  readonly closeoutPercent: number
}
