import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { instrumentsQuery } from '../../../../entities/instruments/market-data-queries.ts'

interface ManifestInstrument {
  readonly id: string
  readonly precision: number
}

interface ManifestSpec {
  readonly instrument?: ManifestInstrument
  readonly markets?: readonly { readonly instrument: ManifestInstrument }[]
}

/** The precision in the run's manifest, for instruments that the viewer cannot see. */
function manifestPrecision({ manifest }: BacktestDetail, instrumentId: string): number {
  const { instrument, markets = [] } = (manifest?.['spec'] ?? {}) as ManifestSpec
  const traded = [instrument, ...markets.map((market) => market.instrument)]
  return traded.find((one) => one?.id === instrumentId)?.precision ?? 5
}

interface Precision {
  readonly isPending: boolean
  readonly precisionOf: (instrumentId: string) => number
}

/** The decimals of the prices of each of a run's instruments. */
export function usePrecision(result: BacktestDetail): Precision {
  const { data, isPending } = useQuery(instrumentsQuery)
  const precisionOf = useCallback(
    (instrumentId: string) =>
      data?.find(({ id }) => id === instrumentId)?.precision ?? manifestPrecision(result, instrumentId),
    [data, result],
  )
  return { isPending, precisionOf }
}
