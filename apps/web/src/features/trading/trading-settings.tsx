import { ActionIcon, Button, Group, Popover, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { openPanel } from '../dashboard/dashboard-state.ts'
import { useDoubleClickTrading } from './double-click.ts'

/** Opens a ticket, and settings of trading. A phone has the ticket at its lower edge. */
export function TradingSettings(): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  return (
    <Group gap={4} wrap="nowrap">
      {isNarrow ? null : (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => openPanel('trade-ticket', {})}
        >
          New order
        </Button>
      )}
      <ClickSettings />
    </Group>
  )
}

/** How clicks on prices trade. */
function ClickSettings(): ReactElement {
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
