import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { CHART_SIDES } from '../../../charts/price-chart/chart-source.ts'
import { CHART_TYPES, type ChartType } from '../../../charts/price-chart/main-series.ts'
import { formatPlain } from '../../../ui/format.ts'
import { BRICK_PIPS, type ChartChoice } from '../chart-settings.ts'
import classes from './chart-toolbar.module.css'
import { ToolLabel } from './tool-label.tsx'

interface LookMenuProps {
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

const TYPE_NAMES: Readonly<Record<ChartType, string>> = {
  candlestick: 'Candlestick',
  ohlc: 'OHLC',
  spline: 'Spline',
  'heikin-ashi': 'Heikin-Ashi',
  renko: 'Renko',
}
const SIDE_NAMES = { ask: 'Ask', mid: 'Mid', bid: 'Bid' } as const

/** Type, side and gaps of a chart, and the size of Renko bricks. */
export function LookMenu({ choice, onChoice }: LookMenuProps): ReactElement {
  const isRenko = choice.type === 'renko'
  const look = `${TYPE_NAMES[choice.type]}, ${SIDE_NAMES[choice.side].toLowerCase()}`
  return (
    <Menu position="bottom-start" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          title={look}
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          <ToolLabel>{look}</ToolLabel>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Chart appearance" className={classes['menu']}>
        <Menu.Label>Type</Menu.Label>
        {CHART_TYPES.map((type) => (
          <Menu.RadioItem
            key={type}
            value={type}
            checked={choice.type === type}
            onChange={() => onChoice({ ...choice, type })}
          >
            {TYPE_NAMES[type]}
          </Menu.RadioItem>
        ))}
        {isRenko ? <BrickSizes choice={choice} onChoice={onChoice} /> : null}
        <Menu.Divider />
        <Menu.Label>Side</Menu.Label>
        {CHART_SIDES.map((side) => (
          <Menu.RadioItem
            key={side}
            value={side}
            checked={choice.side === side}
            onChange={() => onChoice({ ...choice, side })}
          >
            {SIDE_NAMES[side]}
          </Menu.RadioItem>
        ))}
        {/* Bricks have no time of their own, so that there are no gaps between them. */}
        {isRenko ? null : (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem checked={choice.hasGaps} onChange={(hasGaps) => onChoice({ ...choice, hasGaps })}>
              Gaps
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function BrickSizes({ choice, onChoice }: LookMenuProps): ReactElement {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Brick size</Menu.Label>
      {[null, ...BRICK_PIPS].map((brickPips) => (
        <Menu.RadioItem
          key={brickPips}
          value={String(brickPips)}
          checked={choice.brickPips === brickPips}
          onChange={() => onChoice({ ...choice, brickPips })}
        >
          {brickPips === null ? 'ATR(14)' : brickPips === 1 ? '1 pip' : `${formatPlain(brickPips)} pips`}
        </Menu.RadioItem>
      ))}
    </>
  )
}
