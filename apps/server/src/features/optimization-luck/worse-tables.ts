import type { RunTables } from '@tradeloom/contracts'

const WORSE = 1.5

/** The tables of a run with a spread by hour that is worse by half. */
export function worseTables(tables: RunTables | null): RunTables {
  const { spreadByHour, fundingRates, swapRates } = tables ?? {}
  return {
    spreadByHour: spreadByHour?.map((pips) => WORSE * pips) ?? null,
    fundingRates: fundingRates ?? null,
    swapRates: swapRates ?? null,
  }
}
