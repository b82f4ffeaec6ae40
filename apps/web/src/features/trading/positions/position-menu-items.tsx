import { Menu } from '@mantine/core'
import type { TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { breakEvenPrice } from '@tradeloom/domain/orders'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../../ui/lazy-menu.tsx'
import { changeLevels } from '../../../entities/positions/levels-state.ts'
import { profitAt } from '../../../entities/positions/live-cells.tsx'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { askToClose } from './ask-to-close.tsx'
import { askToReverse } from './ask-to-reverse.tsx'
import type { PositionMarket } from './position-market.ts'

const SHARES = [0.25, 0.5, 0.75]

interface PositionMenuItemsProps extends LazyMenuProps, PositionMarket {
  readonly position: TradingPosition
}

export function PositionMenuItems(props: PositionMenuItemsProps): ReactElement {
  const { position, instrument, account, button, isOpen, onChange } = props
  const close = (share: number): void => void askToClose(position, { instrument, account }, share)
  const evenPrice = useBreakEven(props)
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={200}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {SHARES.map((share) => (
          <Menu.Item key={share} onClick={() => close(share)}>{`Close ${share * 100}%…`}</Menu.Item>
        ))}
        <Menu.Item onClick={() => close(1)}>Close position…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => changeLevels(position.id, 'stopLoss')}>Stop and target…</Menu.Item>
        <Menu.Item disabled={evenPrice === null} onClick={() => changeLevels(position.id, 'stopLoss', evenPrice)}>
          Stop to break-even…
        </Menu.Item>
        {instrument !== undefined && account !== undefined && canReverse(position, account) ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void askToReverse(position, { instrument, account })}>
              Reverse position…
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where it closes without a loss, its costs included; null where that is not known. */
function useBreakEven({ position, instrument, account }: PositionMenuItemsProps): number | null {
  const quote = instrument?.quote ?? 'USD'
  const rate = useConversion(quote, account?.currency ?? quote)()
  if (instrument === undefined || instrument.contract === 'inverse' || !Number.isFinite(rate)) return null
  const { openPrice } = position
  const costs = -profitAt(position, { bid: openPrice, ask: openPrice }, instrument, rate)
  return breakEvenPrice({ ...position, costs }, instrument, rate)
}

/** Spot exchanges sell what one has. Of a session, the opposite position would not be its own. */
function canReverse({ sessionId }: TradingPosition, { model }: TradingAccount): boolean {
  return model !== 'spot' && sessionId === null
}
