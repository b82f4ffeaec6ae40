import type { BacktestDetail, Position } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { instrumentsQuery } from '../../../market-data/market-data-queries.ts'
import { AfterPaint } from '../../../../ui/after-paint.tsx'
import { loadModule } from '../../../../ui/load-module.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { ErrorState, LoadingBlock, LoadingRows } from '../../../../ui/states.tsx'
import { ExcursionsPanel } from '../analysis/excursions-panel.tsx'
import { PositionsPanel } from '../positions/positions-panel.tsx'
import { statistic } from '../metrics/metric-format.ts'
import { scrollTo } from '../scroll-to.ts'
import { type RunPositions, usePositions } from '../positions/use-positions.ts'
import type { SectionProps } from './section-props.ts'
import sections from './sections.module.css'

const PricePanel = lazy(async () => ({
  default: (await loadModule(() => import('../positions/price-panel.tsx'))).PricePanel,
}))

const NO_POSITIONS: readonly Position[] = []
const CHART_HEIGHT = 460
const TABLE_HEIGHT = 440
const EXCURSIONS_HEIGHT = 420

/** The price chart with positions, their table, and excursions. */
export function PositionsSection({ result, isShared }: SectionProps): ReactElement {
  const chart = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const positions = usePositions(result.id, isShared, statistic(result, 'positionCount') ?? 0, true)
  const instruments = useQuery(instrumentsQuery)
  const [focus, setFocus] = useState<{ time: number } | null>(null)
  const [marked, setMarked] = useState<{ key: string } | null>(null)
  const [chartMarket, setChartMarket] = useState(result.instrumentId)
  const precisionOf = (instrumentId: string): number =>
    instruments.data?.find(({ id }) => id === instrumentId)?.precision ?? manifestPrecision(result, instrumentId)

  const showInChart = (position: Position): void => {
    setChartMarket(position.instrumentId)
    setFocus({ time: position.openTime })
    setMarked({ key: String(position.id) })
    scrollTo(chart)
  }
  const showInTable = (position: Position): void => {
    setMarked({ key: String(position.id) })
    scrollTo(table)
  }
  return (
    <>
      <div ref={chart} className={sections['target']}>
        {instruments.isPending ? (
          <LoadingBlock height={CHART_HEIGHT} />
        ) : (
          <Suspense fallback={<LoadingBlock height={CHART_HEIGHT} />}>
            <PricePanel
              result={result}
              isShared={isShared}
              instrumentId={chartMarket}
              onInstrument={setChartMarket}
              precision={precisionOf(chartMarket)}
              selected={marked === null ? null : Number(marked.key)}
              onSelect={showInTable}
              focus={focus}
            />
          </Suspense>
        )}
      </div>
      <AfterPaint height={TABLE_HEIGHT}>
        <div ref={table} className={sections['target']}>
          <Table
            result={result}
            positions={positions}
            precisionOf={precisionOf}
            marked={marked}
            onChoose={showInChart}
          />
        </div>
      </AfterPaint>
      <AfterPaint height={EXCURSIONS_HEIGHT}>
        {positions.isWhole ? (
          <ExcursionsPanel result={result} positions={positions.rows ?? NO_POSITIONS} onChoose={showInTable} />
        ) : (
          <LoadingBlock height={EXCURSIONS_HEIGHT} />
        )}
      </AfterPaint>
    </>
  )
}

interface ManifestSpec {
  readonly instrument?: ManifestInstrument
  readonly markets?: readonly { readonly instrument: ManifestInstrument }[]
}

interface ManifestInstrument {
  readonly id: string
  readonly precision: number
}

/** The precision in the run's manifest, for instruments that the viewer cannot see. */
function manifestPrecision({ manifest }: BacktestDetail, instrumentId: string): number {
  const { instrument, markets = [] } = (manifest?.['spec'] ?? {}) as ManifestSpec
  const traded = [instrument, ...markets.map((market) => market.instrument)]
  return traded.find((one) => one?.id === instrumentId)?.precision ?? 5
}

interface TableProps {
  readonly result: BacktestDetail
  readonly positions: RunPositions
  readonly precisionOf: (instrumentId: string) => number
  readonly marked: { readonly key: string } | null
  readonly onChoose: (position: Position) => void
}

function Table({ positions, ...props }: TableProps): ReactElement {
  const { rows, total, error, retry } = positions
  if (rows !== null) return <PositionsPanel {...props} positions={rows} total={total} error={error} onRetry={retry} />
  return (
    <Panel title="Positions" flush>
      {error === null ? <LoadingRows /> : <ErrorState error={error} onRetry={retry} />}
    </Panel>
  )
}
