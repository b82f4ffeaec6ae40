import type { BinanceLab, Fault } from '@tradeloom/venue-lab'
import type { WireFault } from '../../conformance/venue-lab.ts'

/** A stand-in of one of the markets. */
export interface FaultyLab extends Pick<BinanceLab, 'clock' | 'faults' | 'markets'> {
  readonly path: string
  /** Where quotes come from. */
  readonly connection: NonNullable<Fault['when']['connection']>
}

export function befall({ clock, faults, markets, path, connection }: FaultyLab, fault: WireFault): void {
  switch (fault) {
    case 'half-open':
      return faults.add({ when: { connection, time: clock.now() + 1 }, do: 'halfOpen' })
    case 'ban':
      return faults.add({ when: { request: `GET ${path}/klines` }, do: '429', ms: 30_000 })
    case 'old snapshot':
      return faults.add({ when: { request: `GET ${path}/depth` }, do: 'oldSnapshot' })
    case 'halt': {
      const market = markets.get('BTCUSDT')
      if (market) market.symbol.status = 'HALT'
      return
    }
    case 'clock ahead':
    case 'clock behind':
      return faults.add({ when: { time: clock.now() + 1 }, do: 'skew', ms: fault === 'clock ahead' ? 2_000 : -2_000 })
  }
}
