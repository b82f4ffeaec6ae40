import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { errorText } from '../../../../api/api-error.ts'
import type { BenchmarkCurve } from '../../../../charts/equity-curves.ts'
import { type Setting, useSetting } from '../../../../entities/settings/use-setting.ts'
import { backtestBenchmarkQuery } from '../../../../entities/runs/result-queries.ts'

/** Compare with the instrument of the run, with none, or with another one by its id. */
export const OWN = 'own'
export const NONE = 'none'

const BENCHMARK: Setting<string> = { path: 'benchmark', schema: z.string().max(64), fallback: OWN }

interface Benchmark {
  readonly chosen: string
  readonly onChoose: (choice: string) => void
  readonly curves: readonly BenchmarkCurve[]
  /** Why there is no curve. */
  readonly problem: string | null
  /** Days without a price, which keep the value of the day before. */
  readonly missingDays: number
}

const NO_CURVES: readonly BenchmarkCurve[] = []

/** Buying and holding the chosen instrument, for comparison with the equity. */
export function useBenchmark(result: BacktestDetail, isShared: boolean): Benchmark {
  const [chosen, onChoose] = useSetting(BENCHMARK)
  const instrumentId = chosen === OWN ? result.instrumentId : chosen
  const { data, error } = useQuery({
    ...backtestBenchmarkQuery(result.id, isShared, instrumentId),
    enabled: chosen !== NONE,
  })
  const curves = useMemo<readonly BenchmarkCurve[]>(() => {
    if (chosen === NONE || !data) return NO_CURVES
    const { symbol, time, value } = data
    return [{ id: 'benchmark', label: `Buy and hold ${symbol}`, color: 'var(--info)', time, value }]
  }, [chosen, data])
  const problem = chosen === NONE ? null : error === null ? null : errorText(error)
  return { chosen, onChoose, curves, problem, missingDays: chosen === NONE ? 0 : (data?.missingDays ?? 0) }
}
