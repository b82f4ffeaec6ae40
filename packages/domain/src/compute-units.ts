const DAY_MS = 86_400_000
/** Days that one unit pays for, by resolution. */
const DAYS_PER_UNIT = { 0: 3, 1: 30 } as const

/** The compute units of a backtest: with every tick one per three days, with bars one per thirty, always rounded up. */
export function computeUnits(
  { start, end }: { readonly start: number; readonly end: number },
  resolution: 0 | 1,
): number {
  return Math.max(0, Math.ceil((end - start) / DAY_MS / DAYS_PER_UNIT[resolution]))
}
