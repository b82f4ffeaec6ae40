import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { BarInterval } from '@tradeloom/domain'
import { IconAdjustmentsHorizontal, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { CHART_SIDES, type ChartSource, type ChartSpan } from '../../../charts/price-chart/chart-source.ts'
import { CHART_TYPES, type ChartType } from '../../../charts/price-chart/main-series.ts'
import type { Grouping, PriceController } from '../../../charts/price-chart/price-controller.ts'
import type { ChartChoice } from '../chart-settings.ts'
import classes from './chart-toolbar.module.css'
import { GoToDate } from './go-to-date.tsx'
import { IntervalSelect } from './interval-select.tsx'

interface ChartToolbarProps {
  readonly source: ChartSource
  readonly controller: PriceController | null
  readonly grouping: Grouping
  /** The interval that is shown. */
  readonly interval: BarInterval
  readonly choice: ChartChoice
  /** What fills the screen. */
  readonly frame: RefObject<HTMLDivElement | null>
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

const TYPE_NAMES: Readonly<Record<ChartType, string>> = {
  candlestick: 'Candlestick',
  ohlc: 'OHLC',
  spline: 'Spline',
  'heikin-ashi': 'Heikin-Ashi',
}
const SIDE_NAMES = { ask: 'Ask', mid: 'Mid', bid: 'Bid' } as const

/** Periods, intervals and looks of a price chart. */
export function ChartToolbar(props: ChartToolbarProps): ReactElement {
  const { source, controller, choice, onChoice, onSpan } = props
  /** Around the middle of the view, within the period of the source. */
  const show = (ms: number): void => {
    const shown = controller?.view.span() ?? source
    const middle = (shown.start + shown.end) / 2
    const start = Math.max(source.start, Math.min(middle - ms / 2, source.end - ms))
    onSpan({ start, end: Math.min(source.end, start + ms) })
  }
  return (
    <div className={classes['bar']} role="toolbar" aria-label="Chart tools">
      <div className={classes['group']}>
        {RANGES.map(({ label, name, ms }) => (
          <Button key={label} variant="subtle" size="compact-xs" title={name} onClick={() => show(ms)}>
            {label}
          </Button>
        ))}
        <Button variant="subtle" size="compact-xs" onClick={() => onSpan({ start: source.start, end: source.end })}>
          All
        </Button>
      </div>
      <IntervalSelect
        intervals={source.intervals}
        value={props.grouping}
        shown={props.interval}
        onChange={props.onGrouping}
      />
      <GoToDate source={source} onGo={(time) => controller?.reveal(time)} />
      <LookMenu choice={choice} onChoice={onChoice} />
      {props.children}
      <FullScreen frame={props.frame} />
    </div>
  )
}

function LookMenu({ choice, onChoice }: Pick<ChartToolbarProps, 'choice' | 'onChoice'>): ReactElement {
  return (
    <Menu position="bottom-start" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" size="compact-xs" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}>
          {TYPE_NAMES[choice.type]}, {SIDE_NAMES[choice.side].toLowerCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Look of the chart">
        <Menu.Label>Type</Menu.Label>
        {CHART_TYPES.map((type) => (
          <Choice key={type} isOn={choice.type === type} onClick={() => onChoice({ ...choice, type })}>
            {TYPE_NAMES[type]}
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Label>Side</Menu.Label>
        {CHART_SIDES.map((side) => (
          <Choice key={side} isOn={choice.side === side} onClick={() => onChoice({ ...choice, side })}>
            {SIDE_NAMES[side]}
          </Choice>
        ))}
        <Menu.Divider />
        <Choice
          role="menuitemcheckbox"
          isOn={choice.hasGaps}
          onClick={() => onChoice({ ...choice, hasGaps: !choice.hasGaps })}
        >
          Gaps
        </Choice>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  readonly role?: 'menuitemradio' | 'menuitemcheckbox'
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: string
}

function Choice({ role = 'menuitemradio', isOn, onClick, children }: ChoiceProps): ReactElement {
  return (
    <Menu.Item role={role} aria-checked={isOn} onClick={onClick} rightSection={isOn ? '✓' : ''}>
      {children}
    </Menu.Item>
  )
}

function FullScreen({ frame }: Pick<ChartToolbarProps, 'frame'>): ReactElement {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [frame])
  const toggle = (): void => {
    void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())
  }
  const label = isFull ? 'Leave full screen' : 'Full screen'
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={toggle}>
        {isFull ? <IconMinimize size={15} aria-hidden /> : <IconMaximize size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
