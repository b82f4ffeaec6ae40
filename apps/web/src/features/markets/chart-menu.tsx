import { Menu, Portal } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { roundToStep, type Side } from '@tradeloom/domain'
import {
  IconArrowAutofitHeight,
  IconBellPlus,
  IconCopy,
  IconPlayerSkipBack,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ChartPlace } from '../../charts/price-chart/price-canvas.tsx'
import { alertAt } from '../../entities/alerts/alert-at.ts'
import { openTicketFor } from '../../entities/orders/open-ticket-at.ts'
import { priceText } from '../../entities/positions/live-cells.tsx'
import { marketPrices } from '../../entities/prices/market-prices.ts'
import classes from './market-chart.module.css'

interface ChartMenuProps {
  readonly isOpen: boolean
  readonly instrument: MarketInstrument
  readonly at: ChartPlace
  readonly onReset: () => void
  /** Shows the chart as it was at a time. */
  readonly onReplay: (time: number) => void
  readonly onClose: () => void
}

/** What can be done at a price of a chart. */
export function ChartMenu({ isOpen, instrument, at, onReset, onReplay, onClose }: ChartMenuProps): ReactElement {
  const { precision, quoteStep } = instrument
  const price = roundToStep(at.price, quoteStep, 'nearest')
  const text = priceText(price, precision)
  const { time } = at
  return (
    // A panel may be moved by a transformation, which would move what is fixed in it.
    <Portal>
      <Menu opened={isOpen} onClose={onClose} position="bottom-start" offset={0} withinPortal trapFocus>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label="Menu of the chart"
            className={classes['target']}
            style={{ left: at.x, top: at.y }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {ordersAt(price, instrument).map(({ side, type }) => (
            <Menu.Item
              key={side}
              leftSection={
                side === 'BUY' ? <IconTrendingUp size={14} aria-hidden /> : <IconTrendingDown size={14} aria-hidden />
              }
              onClick={() => openTicketFor(instrument.id, { side, type, price })}
            >
              {`${side === 'BUY' ? 'Buy' : 'Sell'} ${type === 'LIMIT' ? 'limit' : 'stop'} at ${text}…`}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconBellPlus size={14} aria-hidden />}
            onClick={() => void alertAt(instrument, at.price)}
          >
            {`Alert at ${text}`}
          </Menu.Item>
          {/* Only pages with HTTPS or on this machine may write to the clipboard. */}
          {'clipboard' in navigator ? (
            <Menu.Item
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => void navigator.clipboard.writeText(price.toFixed(precision))}
            >
              Copy price
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          {time === null ? null : (
            <Menu.Item leftSection={<IconPlayerSkipBack size={14} aria-hidden />} onClick={() => onReplay(time)}>
              Replay from here
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowAutofitHeight size={14} aria-hidden />} onClick={onReset}>
            Reset scale
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Portal>
  )
}

interface WaitingOrder {
  readonly side: Side
  readonly type: 'LIMIT' | 'STOP'
}

/** What waits at a price, by the side of the market on which it is; nothing before there is a price. */
function ordersAt(price: number, { id, orderTypes }: MarketInstrument): readonly WaitingOrder[] {
  const market = marketPrices.get(id)
  if (market === undefined) return []
  const isBelow = price < (market.bid + market.ask) / 2
  const of = (side: Side): WaitingOrder => ({ side, type: (side === 'BUY') === isBelow ? 'LIMIT' : 'STOP' })
  return [of('BUY'), of('SELL')].filter(({ type }) => orderTypes?.includes(type) !== false)
}
