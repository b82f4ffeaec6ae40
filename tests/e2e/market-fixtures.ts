import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED = join(import.meta.dirname, '..', '..', '..', 'shared', 'data')

/** Whether the real market data for tests is available. */
export const hasRealData = existsSync(SHARED)

const gbpusd = (side: string): string => join(SHARED, `fx/gbpusd-m1-fxcm/gbpusd-m1-${side}-2012.csv`)

/** Bid and ask of GBPUSD in February 2012. */
export function gbpusdFiles(): string[] {
  return [gbpusd('bid'), gbpusd('ask')]
}

/** `tradeloom import` options for the real test data; empty if its folder is absent. */
export function marketFixtures(): string[][] {
  if (!hasRealData) {
    console.error('The folder ../shared/data is absent: only the simulated market is tested.')
    return []
  }
  const eurusd = (month: string) => join(SHARED, `fx/eurusd-m1-mt5/EURUSD_M1_${month}.csv`)
  return [
    ['--file', eurusd('2024_02'), '--file', eurusd('2024_03'), '--format', 'mt5', '--instrument', 'EURUSD:MT5'],
    ['--file', gbpusd('bid'), '--file', gbpusd('ask'), '--format', 'fxcm', '--instrument', 'GBPUSD:FXCM'],
  ]
}
