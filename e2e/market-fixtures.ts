import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Options of `tradeloom import` for the real data that the tests trade on; none where that folder is absent. */
export function marketFixtures(root: string): string[][] {
  const shared = join(root, '..', 'shared', 'data')
  if (!existsSync(shared)) {
    console.error('The folder ../shared/data is absent: only the simulated market is tested.')
    return []
  }
  return [
    [
      ...['--file', join(shared, 'fx/eurusd-m1-mt5/EURUSD_M1_2024_02.csv')],
      ...['--file', join(shared, 'fx/eurusd-m1-mt5/EURUSD_M1_2024_03.csv')],
      ...['--format', 'mt5', '--instrument', 'EURUSD:MT5'],
    ],
    [
      ...['--file', join(shared, 'fx/gbpusd-m1-fxcm/gbpusd-m1-bid-2012.csv')],
      ...['--file', join(shared, 'fx/gbpusd-m1-fxcm/gbpusd-m1-ask-2012.csv')],
      ...['--format', 'fxcm', '--instrument', 'GBPUSD:FXCM'],
    ],
  ]
}
