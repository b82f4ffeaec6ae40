import { Button, Flex } from '@mantine/core'
import type { Interval } from '@tradeloom/domain'
import type { ReactElement, ReactNode, RefObject } from 'react'
import type { ChartSource, ChartSpan } from '../../../charts/price-chart/chart-source.ts'
import type { Grouping } from '../../../charts/price-chart/controller-ports.ts'
import type { PriceController } from '../../../charts/price-chart/price-controller.ts'
import type { ChartChoice } from '../chart-settings.ts'
import classes from './chart-toolbar.module.css'
import { FullScreenButton } from './full-screen-button.tsx'
import { GoToDate } from './go-to-date.tsx'
import { IntervalSelect } from './interval-select.tsx'
import { LookMenu } from './look-menu.tsx'

interface ChartToolbarProps {
  readonly source: ChartSource
  readonly controller: PriceController | null
  readonly grouping: Grouping
  /** The interval that is shown. */
  readonly interval: Interval
  readonly choice: ChartChoice
  /** What fills the screen. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onGrouping: (grouping: Grouping) => void
  readonly onChoice: (choice: ChartChoice) => void
  readonly onSpan: (span: ChartSpan) => void
  readonly children?: ReactNode
}

const DAY = 86_400_000
const RANGES = [
  { label: '1D', name: 'One day', ms: DAY },
  { label: '1W', name: 'One week', ms: 7 * DAY },
  { label: '1M', name: 'One month', ms: 30 * DAY },
] as const

/** Periods, intervals and looks of a price chart. */
export function ChartToolbar(props: ChartToolbarProps): ReactElement {
  const { source, controller, choice, onChoice, onSpan } = props
  /** Around the middle of the view, within the period of the source. */
  const show = (ms: number): void => {
    const shown = controller?.view.range.span() ?? source
    const middle = (shown.start + shown.end) / 2
    const start = Math.max(source.start, Math.min(middle - ms / 2, source.end - ms))
    onSpan({ start, end: Math.min(source.end, start + ms) })
  }
  return (
    <div className={classes['bar']} role="toolbar" aria-label="Chart tools" data-tour="tools">
      <Flex>
        {RANGES.map(({ label, name, ms }) => (
          <Button key={label} variant="subtle" size="compact-xs" title={name} onClick={() => show(ms)}>
            {label}
          </Button>
        ))}
        <Button variant="subtle" size="compact-xs" onClick={() => onSpan({ start: source.start, end: source.end })}>
          All
        </Button>
      </Flex>
      <IntervalSelect
        intervals={source.ticks === undefined ? source.intervals : ['Tick', ...source.intervals]}
        value={props.grouping}
        shown={props.interval}
        onChange={props.onGrouping}
      />
      <GoToDate source={source} onGo={(time) => controller?.reveal(time)} />
      <LookMenu choice={choice} onChoice={onChoice} />
      {props.children}
      <FullScreenButton frame={props.frame} />
    </div>
  )
}
