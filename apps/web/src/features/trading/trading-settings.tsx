import { ActionIcon, Button, Group, Popover, Stack, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { openTicketFor } from '../../entities/orders/open-ticket-at.ts'
import { useOrderInstrument } from '../../entities/panels/dashboard-state.ts'
import { ORDER_KEYS } from '../../entities/orders/order-keys-setting.ts'
import { LETTER_KEYS } from '../../entities/panels/letter-keys.ts'
import { instrumentsQuery } from '../../entities/instruments/market-data-queries.ts'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'
import { useUtcDates } from '../../entities/settings/use-utc-dates.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
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
  const instrumentId = listed.some(({ id }) => id === usual) ? usual : (listed[0]?.id ?? usual)
  const shown = useOrderInstrument()
  return (
    <Group gap={4} wrap="nowrap">
      {isNarrow ? null : (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isPending}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => openTicketFor(shown ?? instrumentId, {})}
        >
          New order
        </Button>
      )}
      <OrderKeys />
      <ClickSettings />
    </Group>
  )
}

const MORE = [
  { page: 'orders', text: 'Quantity and sounds…' },
  { page: 'display', text: 'Colors and times…' },
] as const

/** How clicks on prices trade, and how times are shown. */
function ClickSettings(): ReactElement {
  const [isDoubleClick, setDoubleClick] = useDoubleClickTrading()
  const [hasLetters, setLetters] = useSetting(LETTER_KEYS)
  const [hasOrderKeys, setOrderKeys] = useSetting(ORDER_KEYS)
  const [isUtc, setUtc] = useUtcDates()
  const isSignedIn = Boolean(useUser())
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  const open = (settings: (typeof MORE)[number]['page']): void => {
    setOpen(false)
    void router.navigate({ to: '.', search: (known: object) => ({ ...known, settings }) })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Trading settings" onClick={() => setOpen(!isOpen)}>
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
            description="Times of accounts and mail. Positions are always in UTC."
            checked={isUtc}
            onChange={(event) => setUtc(event.currentTarget.checked)}
          />
          {isSignedIn ? (
            <Group gap={8}>
              {MORE.map(({ page, text }) => (
                <Button key={page} variant="default" size="compact-sm" onClick={() => open(page)}>
                  {text}
                </Button>
              ))}
            </Group>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
