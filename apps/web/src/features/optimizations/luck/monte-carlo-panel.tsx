import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import type { Optimization, OptimizationMonteCarlo } from '@tradeloom/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactElement, useCallback, useState } from 'react'
import { call } from '../../../api/call.ts'
import { formatNumber, formatPercent, formatPlain, formatSigned } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'
import { CanvasLayers } from '../charts/canvas-layers.tsx'
import { Legend } from '../charts/legend.tsx'
import type { Surface } from '../charts/surface.ts'
import { type Bands, drawBands } from './draw-bands.ts'
import classes from './luck.module.css'
import { OrderDrawdowns, type Permuted, PermutedChoice } from './order-drawdowns.tsx'

const HEIGHT = 300
const POLL_MS = 2000
const MAX_POLLS = 60

const KEYS = [
  { label: 'Actual', color: 'accent', shape: 'round' },
  { label: 'Half and nine tenths of the draws', color: 'info', shape: 'round' },
  { label: 'Costs worse by half', color: 'warn', shape: 'diamond' },
] as const

/** The run with worse costs is a real one and takes a moment: asked for until it is there. */
function monteCarloQuery(id: string, index: number) {
  return queryOptions({
    queryKey: ['optimization-monte-carlo', id, index],
    queryFn: ({ signal }) => call('getOptimizationMonteCarlo', { params: { id }, query: { index }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'pending' && state.dataUpdateCount < MAX_POLLS ? POLL_MS : false,
    staleTime: 60_000,
  })
}

/** What could have happened to the best result in another order of days or positions, and with worse costs. */
export function MonteCarloPanel({
  optimization,
  index,
}: {
  readonly optimization: Optimization
  readonly index: number
}) {
  const query = useQuery(monteCarloQuery(optimization.id, index))
  return (
    <Panel
      title="Monte Carlo"
      detail={query.data === undefined ? undefined : detailOf(index, query.data)}
      flush
      actions={query.data?.blocks ? <Legend entries={KEYS} /> : null}
    >
      {query.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined ? null : <Outcome result={query.data} currency={optimization.accountCurrency} />}
    </Panel>
  )
}

/** While the run to draw from is still in progress there are no draws to count. */
function detailOf(index: number, { state, draws }: OptimizationMonteCarlo): string {
  if (draws > 0) return `No. ${index}, ${formatPlain(draws)} draws`
  return state === 'pending' ? `No. ${index}, waiting for its run` : `No. ${index}`
}

function Outcome({ result, currency }: { readonly result: OptimizationMonteCarlo; readonly currency: string }) {
  const { state, blocks, orderDrawdowns, worseCosts } = result
  const [chosen, setChosen] = useState<Permuted | null>(null)
  const permuted = chosen ?? orderDrawdowns?.permuted ?? 'money'
  if (blocks === null && orderDrawdowns === null && worseCosts === null) {
    if (state === 'pending') return <LoadingBlock height={HEIGHT} />
    return <EmptyState title="Not enough data" text="The result has too few days and positions to draw them again." />
  }
  return (
    <>
      {blocks === null ? null : <BandChart bands={blocks} worse={worseCosts?.equity ?? null} currency={currency} />}
      <StatList>
        {blocks === null ? null : (
          <Stat
            label="Equity at the end, 90% of the draws"
            value={`${formatPlain(blocks.p5.at(-1), 0)} to ${formatPlain(blocks.p95.at(-1), 0)}`}
            detail={`actual ${formatPlain(blocks.actual.at(-1), 0)}`}
          />
        )}
        {orderDrawdowns === null ? null : (
          <OrderDrawdowns drawdowns={orderDrawdowns} shown={permuted} draws={result.draws} />
        )}
        <Stat
          label="Profit with costs worse by half"
          value={worseCosts === null ? '–' : formatSigned(worseCosts.profit)}
          reason={
            state === 'pending' ? 'The run with worse costs has not ended yet.' : 'The run with worse costs failed.'
          }
          detail={
            worseCosts === null
              ? undefined
              : `${MAX_DRAWDOWN.toLowerCase()} ${formatPercent(worseCosts.maxDrawdownPercentage)}`
          }
        />
      </StatList>
      {orderDrawdowns === null ? null : (
        <PermutedChoice drawdowns={orderDrawdowns} shown={permuted} onChange={setChosen} />
      )}
      <p className={classes['text']}>
        Bands: days drawn again in blocks of 20, so that streaks stay together. Drawdowns: the same positions in another
        order, from the typical to the worst 5%. Costs: a real run with spread, commission and slippage worse by half.
      </p>
    </>
  )
}

interface BandChartProps {
  readonly bands: Bands
  readonly worse: readonly number[] | null
  readonly currency: string
}

function BandChart({ bands, worse, currency }: BandChartProps): ReactElement {
  const draw = useCallback((surface: Surface) => drawBands(surface, bands, worse, currency), [bands, worse, currency])
  const end = (values: readonly number[]): string => formatNumber(values.at(-1))
  return (
    <CanvasLayers
      label={`Equity over time with bands of redrawn days, in ${currency}. At the end: actual ${end(bands.actual)}, median ${end(bands.p50)}, nine tenths of the draws between ${end(bands.p5)} and ${end(bands.p95)}.`}
      height={HEIGHT}
      draw={draw}
    />
  )
}
