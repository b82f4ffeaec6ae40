import type { OhlcColumns } from '@tradeloom/domain'

import { Ring } from '../kit/ring.ts'
import type { ColumnFill } from './column-fill.ts'

/** Bollinger Bands. */
export function bollingerColumns({ close }: OhlcColumns, period: number, deviations: number): ColumnFill {
  const window = new Ring(period)
  return (from, to, into, at) => {
    const [uppers, middles, lowers] = into as [Float64Array, Float64Array, Float64Array]
    window.deviations(close, from, to, middles, uppers, at)
    const end = at + to - from
    for (let i = at; i < end; i++) {
      const middle = middles[i] as number
      const distance = deviations * (uppers[i] as number)
      uppers[i] = middle + distance
      lowers[i] = middle - distance
    }
  }
}
