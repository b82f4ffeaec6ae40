import { Button } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconPrinter, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { endPrinting } from '../../../../ui/printing.ts'
import { RunDetails } from '../details/run-details.tsx'
import { DataGapAlert } from '../overview/data-gap-alert.tsx'
import { SeriesAlert } from '../overview/series-alert.tsx'
import { MarginAlert } from '../overview/margin-alert.tsx'
import { StickyBar } from '../overview/sticky-bar.tsx'
import { DataSection } from '../sections/data-section.tsx'
import { OverviewSection } from '../sections/overview-section.tsx'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import { RollingPanel } from '../metrics/rolling-panel.tsx'
import { PrintedAnalysis } from './printed-analysis.tsx'
import { PrintedLog } from './printed-log.tsx'
import { PrintedMetrics } from './printed-metrics.tsx'
import { PrintedOrders } from './printed-orders.tsx'
import { PrintedPositions } from './printed-positions.tsx'
import classes from './print-view.module.css'

/** All sections below each other, as wide as a sheet of paper and without anything to click. */
export function PrintView(props: SectionProps): ReactElement {
  const { result } = props
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') endPrinting()
    }
    window.addEventListener('afterprint', endPrinting)
    window.addEventListener('keydown', onKey)
    return () => {
      isMounted.current = false
      window.removeEventListener('afterprint', endPrinting)
      window.removeEventListener('keydown', onKey)
      // Another page must not stay light. Strict mode mounts again at once.
      setTimeout(() => isMounted.current || endPrinting())
    }
  }, [])
  return (
    <>
      <Controls />
      <article className={classes['sheet']} aria-label={`Print view of ${titleOf(result)}`}>
        <h1>{titleOf(result)}</h1>
        <div className={classes['figures']}>
          <StickyBar result={result} isAll={false} />
        </div>
        <DataGapAlert result={result} />
        <SeriesAlert result={result} />
        <MarginAlert result={result} />
        <RunDetails result={result} />
        <OverviewSection {...props} />
        <PrintedAnalysis {...props} />
        <PrintedMetrics {...props} />
        <RollingPanel result={result} isShared={props.isShared} />
        <DataSection {...props} />
        <PrintedPositions {...props} />
        <PrintedOrders {...props} />
        <PrintedLog {...props} />
      </article>
    </>
  )
}

function titleOf({ algorithmName, displayVersionNo, symbol }: BacktestDetail): string {
  return `${algorithmName} ${displayVersionNo} on ${symbol}`
}

function Controls(): ReactElement {
  return (
    <div className={classes['controls']} role="toolbar" aria-label="Print view">
      <span>Everything below is printed.</span>
      <Button size="xs" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      <Button size="xs" variant="default" autoFocus leftSection={<IconX size={14} aria-hidden />} onClick={endPrinting}>
        Close
      </Button>
    </div>
  )
}
