import { Menu, Portal } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconBellPlus, IconCopy } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { alertAt } from '../../entities/alerts/alert-at.ts'
import classes from './market-chart.module.css'
import { priceText } from '../../entities/positions/live-cells.tsx'

interface ChartMenuProps {
  readonly isOpen: boolean
  readonly instrument: MarketInstrument
  /** Where the chart was pressed, in the window, and the price there. */
  readonly at: { readonly price: number; readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** What can be done at a price of a chart. */
export function ChartMenu({ isOpen, instrument, at, onClose }: ChartMenuProps): ReactElement {
  const text = priceText(at.price, instrument.precision)
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
              onClick={() => void navigator.clipboard.writeText(at.price.toFixed(instrument.precision))}
            >
              Copy price
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  )
}
