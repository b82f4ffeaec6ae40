import { ActionIcon } from '@mantine/core'
import type { TradingPosition } from '@tradeloom/contracts'
import { IconDots } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../../ui/lazy-menu.tsx'
import { viewingOnly } from '../../../entities/accounts/accounts.ts'
import type { PositionMarket } from './position-market.ts'

const PositionMenuItems = lazyMenu(async () => (await import('./position-menu-items.tsx')).PositionMenuItems)

interface PositionMenuProps extends PositionMarket {
  readonly position: TradingPosition
}

/** What can be done with an open position. */
export function PositionMenu(props: PositionMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const { symbol } = props.position
  const whyNot = props.account === undefined ? null : viewingOnly(props.account)
  return (
    <PositionMenuItems
      {...props}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Actions for position of ${symbol}`}
          title={whyNot ?? undefined}
          disabled={whyNot !== null}
        >
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
