import { Menu } from '@mantine/core'
import type { TradingPosition } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../../ui/lazy-menu.tsx'
import { changeLevels } from '../../../entities/positions/levels-state.ts'
import { askToClose } from './ask-to-close.tsx'
import type { PositionMarket } from './position-market.ts'

const SHARES = [0.25, 0.5, 0.75]

interface PositionMenuItemsProps extends LazyMenuProps, PositionMarket {
  readonly position: TradingPosition
}

export function PositionMenuItems(props: PositionMenuItemsProps): ReactElement {
  const { position, instrument, account, button, isOpen, onChange } = props
  const close = (share: number): void => void askToClose(position, { instrument, account }, share)
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
      </Menu.Dropdown>
    </Menu>
  )
}
