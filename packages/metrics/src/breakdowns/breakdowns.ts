/** A run broken down by its parts. Times are UTC milliseconds; returns, depths and win rates are fractions. */
export interface Breakdowns {
  /** Every day of the grid; `time` is the midnight at which it begins. */
  readonly daily: readonly { readonly time: number; readonly return: number }[]
  readonly monthly: readonly MonthOfRun[]
  /** By the UTC hour of opening, `00` to `23`. Groups without positions are omitted, here and below. */
  readonly byHour: readonly PositionGroup[]
  /** By the UTC day of the week of opening, `Monday` first. */
  readonly byWeekday: readonly PositionGroup[]
  /** By the time from opening to closing. */
  readonly byDuration: readonly PositionGroup[]
  readonly byInstrument: readonly PositionGroup[]
  readonly byDirection: readonly PositionGroup[]
  /** By tag, in the order of first use; those without one come first, with an empty key. Absent if there are no tags. */
  readonly byTag?: readonly PositionGroup[]
  /** The 20 deepest, deepest first. */
  readonly drawdowns: readonly DrawdownOfRun[]
  readonly costs: CostsOfRun
}

export interface MonthOfRun {
  /** `2024-01`. */
  readonly month: string
  readonly return: number
  readonly profit: number
  /** False for a first or last month that the run covers only partially. */
  readonly whole: boolean
}

export interface PositionGroup {
  readonly key: string
  readonly n: number
  readonly profit: number
  readonly winRate: number
  readonly averageProfit: number
}

export interface DrawdownOfRun {
  readonly start: number
  readonly trough: number
  /** Null if equity has not returned to the peak. */
  readonly end: number | null
  readonly depth: number
  readonly depthMoney: number
  /** From the peak to the recovery, or to the end of the run. */
  readonly days: number
  /** From the trough to the recovery. */
  readonly recoveryDays: number | null
}

/** Sums over the closed positions, in money; positive when paid. Null if a list of trades does not have them. */
export interface CostsOfRun {
  readonly spread: number | null
  readonly slippage: number | null
  readonly commission: number | null
  readonly swap: number | null
  readonly funding: number | null
  /** Profit before and after the known costs. */
  readonly gross: number
  readonly net: number
}
