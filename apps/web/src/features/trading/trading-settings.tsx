import { ActionIcon, Button, Group, Popover, Stack, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { openPanel } from '../../entities/panels/dashboard-state.ts'
import { ORDER_KEYS } from '../../entities/orders/order-keys-setting.ts'
import { LETTER_KEYS } from '../../entities/panels/letter-keys.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'
import { useUtcDates } from '../../entities/settings/use-utc-dates.ts'
import { keysText } from '../../ui/shortcut.ts'
import { OrderKeys } from './order-keys.tsx'
import { ORDER_SHORTCUTS } from './order-shortcuts.ts'
import { useDoubleClickTrading } from './tile/double-click.ts'
import { tradeTicketOptions } from './ticket/trade-ticket-options.ts'
import { askForLetters } from './ask-for-letters.tsx'

/** Opens a ticket, and settings of trading. A phone has the ticket at its lower edge. */
export function TradingSettings(): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { data = [], isPending } = useQuery(instrumentsQuery)
  const listed = data.filter(({ status }) => isListed(status))
  const usual = tradeTicketOptions.parse({}).instrumentId
  // A ticket of a market that no venue lists would show nothing.
  const instrumentId = listed.some(({ id }) => id === usual) ? undefined : listed[0]?.id
  return (
    <Group gap={4} wrap="nowrap">
      {isNarrow ? null : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isPending}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => openPanel('trade-ticket', instrumentId === undefined ? {} : { instrumentId })}
        >
          New order
        </Button>
      )}
      <OrderKeys />
      <ClickSettings />
    </Group>
  )
}

/** How clicks on prices trade, and how times are shown. */
function ClickSettings(): ReactElement {
  const [isDoubleClick, setDoubleClick] = useDoubleClickTrading()
  const [hasLetters, setLetters] = useSetting(LETTER_KEYS)
  const [hasOrderKeys, setOrderKeys] = useSetting(ORDER_KEYS)
  const [isUtc, setUtc] = useUtcDates()
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Trading settings">
          <IconSettings size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="md" maw={300}>
          <Switch
            label="Double click trading"
            description="A double click on a price trades at once, without confirmation."
            checked={isDoubleClick}
            onChange={(event) => setDoubleClick(event.currentTarget.checked)}
          />
          <Switch
            label="Letter keys"
            description="G and the letter of a panel go to it; the list of keyboard shortcuts has the letters."
            checked={hasLetters}
            onChange={(event) => setLetters(event.currentTarget.checked)}
          />
          <Button variant="default" size="compact-sm" disabled={!hasLetters} onClick={() => void askForLetters()}>
            Choose letters…
          </Button>
          <Switch
            label="Order keys"
            description={`${keysText(ORDER_SHORTCUTS.buy)} and ${keysText(ORDER_SHORTCUTS.sell)} fill the ticket, ${keysText(ORDER_SHORTCUTS.flatten)} closes everything after a question.`}
            checked={hasOrderKeys}
            onChange={(event) => setOrderKeys(event.currentTarget.checked)}
          />
          <Switch
            label="Show times in UTC"
            description="Times of accounts and mail. Prices and positions are always in UTC."
            checked={isUtc}
            onChange={(event) => setUtc(event.currentTarget.checked)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
