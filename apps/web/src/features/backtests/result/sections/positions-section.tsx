import type { Position } from '@tradeloom/contracts'
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { AfterPaint } from '../../../../ui/after-paint.tsx'
import { loadModule } from '../../../../ui/load-module.ts'
import { LoadingBlock } from '../../../../ui/states.tsx'
import { ExcursionsPanel } from '../../../../entities/analysis/excursions-panel.tsx'
import { PositionsPanel } from '../positions/positions-panel.tsx'
import { usePrecision } from '../positions/use-precision.ts'
import { scrollTo } from '../scroll-to.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import sections from './sections.module.css'

const PricePanel = lazy(async () => ({
  default: (await loadModule(() => import('../positions/price-panel.tsx'))).PricePanel,
}))

const CHART_HEIGHT = 460
const TABLE_HEIGHT = 440
const EXCURSIONS_HEIGHT = 420

/** The price chart with positions, their table, and excursions. */
export function PositionsSection({ result, isShared }: SectionProps): ReactElement {
  const chart = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const { isPending, precisionOf } = usePrecision(result)
  const [focus, setFocus] = useState<{ time: number } | null>(null)
  const [marked, setMarked] = useState<{ key: string } | null>(null)
  const [chartMarket, setChartMarket] = useState(result.instrumentId)
  const showInChart = (position: Position): void => {
    setChartMarket(position.instrumentId)
    setFocus({ time: position.openTime })
    setMarked({ key: String(position.id) })
    scrollTo(chart)
  }
  const showInTable = ({ id }: Pick<Position, 'id'>): void => {
    setMarked({ key: String(id) })
    scrollTo(table)
  }
  return (
    <>
      <div ref={chart} className={sections['target']}>
        {isPending ? (
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
              onNeighbor={({ id }) => setMarked({ key: String(id) })}
              focus={focus}
            />
          </Suspense>
        )}
      </div>
      <AfterPaint height={TABLE_HEIGHT}>
        <div ref={table} className={sections['target']}>
          <PositionsPanel
            result={result}
            isShared={isShared}
            precisionOf={precisionOf}
            marked={marked}
            onChoose={showInChart}
          />
        </div>
      </AfterPaint>
      <AfterPaint height={EXCURSIONS_HEIGHT}>
        <ExcursionsPanel result={result} isShared={isShared} onChoose={(id) => showInTable({ id })} />
      </AfterPaint>
    </>
  )
}
