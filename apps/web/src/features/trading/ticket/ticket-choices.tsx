import { Select } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { instrumentsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { bySymbol } from '../../../entities/instruments/group-instruments.ts'
import { isListed } from '../../../entities/instruments/use-instrument.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import type { Ticket } from './use-ticket.ts'

interface TicketChoicesProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
  readonly onInstrument: (instrumentId: string) => void
}

/** What is traded, and on which account where several could. */
export function TicketChoices({ ticket, instrument, onInstrument }: TicketChoicesProps): ReactElement {
  const { data = [] } = useQuery(instrumentsQuery)
  const { account, accounts, setAccount } = ticket
  const instruments = data.filter(({ status }) => isListed(status)).toSorted(bySymbol)
  return (
    <>
      <Select
        size="xs"
        aria-label="Instrument"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matches"
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: true }}
        data={instruments.map(({ id, displaySymbol, exchangeName }) => ({
          value: id,
          label: `${displaySymbol} on ${exchangeName}`,
        }))}
        value={instrument.id}
        onChange={(next) => next !== null && onInstrument(next)}
      />
      {accounts.length > 1 ? (
        <Select
          size="xs"
          aria-label="Account"
          allowDeselect={false}
          data={accounts.map((one) => ({ value: one.id, label: accountName(one) }))}
          value={account?.id ?? null}
          onChange={(next) => next !== null && setAccount(next)}
        />
      ) : null}
    </>
  )
}
