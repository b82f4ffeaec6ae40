import { ActionIcon, Popover, Switch } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useDoubleClickTrading } from './double-click.ts'

/** How clicks on prices trade. */
export function TradingSettings(): ReactElement {
  const [isDoubleClick, setDoubleClick] = useDoubleClickTrading()
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Trading settings">
          <IconSettings size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Switch
          label="Double click trading"
          description="A double click on a price trades at once, without confirmation."
          checked={isDoubleClick}
          onChange={(event) => setDoubleClick(event.currentTarget.checked)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
