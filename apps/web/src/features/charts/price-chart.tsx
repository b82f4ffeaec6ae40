import type { BarInterval } from '@tradeloom/domain'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import type { ChartSpan } from '../../charts/price-chart/chart-source.ts'
import { PriceCanvas, type PriceCanvasProps } from '../../charts/price-chart/price-canvas.tsx'
import type { Grouping, PriceController } from '../../charts/price-chart/price-controller.ts'
import { useSetting } from '../settings/use-setting.ts'
import { CHART_CHOICE } from './chart-settings.ts'
import classes from './price-chart.module.css'
import { ChartToolbar } from './toolbar/chart-toolbar.tsx'

type PriceChartProps = Omit<PriceCanvasProps, 'settings' | 'height' | 'onInterval' | 'onController'> & {
  /** In pixels, without the tool bar. */
  readonly height?: number
}

/** A price chart with its tools. */
export function PriceChart({ height = 440, ...props }: PriceChartProps): ReactElement {
  const { source } = props
  const frame = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useSetting(CHART_CHOICE)
  const [chosen, setChosen] = useState<BarInterval>(source.interval)
  const [interval, setInterval] = useState<BarInterval>(source.interval)
  const [controller, setController] = useState<PriceController | null>(null)
  const { isAuto, ...look } = choice
  const grouping: Grouping = isAuto ? 'auto' : chosen
  const settings = useMemo(
    () => ({ grouping, side: look.side, type: look.type, hasGaps: look.hasGaps }),
    [grouping, look.side, look.type, look.hasGaps],
  )
  const onGrouping = (next: Grouping): void => {
    setChoice({ ...choice, isAuto: next === 'auto' })
    if (next !== 'auto') setChosen(next)
  }
  const onSpan = (span: ChartSpan): void => {
    const fitted = controller?.intervalOf(span)
    // A period that is too long for the chosen bars gets longer ones.
    if (!isAuto && fitted !== undefined && fitted !== chosen) setChosen(fitted)
    controller?.showSpan(span)
  }
  return (
    <div ref={frame} className={classes['chart']}>
      <ChartToolbar
        source={source}
        controller={controller}
        grouping={grouping}
        interval={interval}
        choice={choice}
        frame={frame}
        onGrouping={onGrouping}
        onChoice={setChoice}
        onSpan={onSpan}
      />
      <div className={classes['body']} style={{ minHeight: height }}>
        <PriceCanvas
          {...props}
          settings={settings}
          height="100%"
          onInterval={setInterval}
          onController={setController}
        />
      </div>
    </div>
  )
}
