import { Button } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import classes from '../entry/ticket.module.css'
import type { Ticket } from './use-ticket.ts'

interface TicketSubmitProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
}

/** Says what it does: side, quantity, instrument, account, and whether that is real money. */
export function TicketSubmit({ ticket, instrument }: TicketSubmitProps): ReactElement {
  const { side, draft, account, problems, isSending } = ticket
  const quantity = draft.quantity > 0 ? `${formatPlain(draft.quantity)} ` : ''
  return (
    <Button
      type="submit"
      fullWidth
      size="md"
      className={classes['submit']}
      data-account={account?.type}
      data-side={side}
      // Not disabled: a press marks what is missing.
      aria-disabled={problems.length > 0}
      data-disabled={problems.length > 0}
      loading={isSending}
    >
      <span>{`${side === 'BUY' ? 'Buy' : 'Sell'} ${quantity}${instrument.displaySymbol}`}</span>
      {account === null ? null : (
        <span className={classes['account']}>
          {` on ${accountName(account)} `}
          <span className={classes['type']}>{account.type.toUpperCase()}</span>
        </span>
      )}
    </Button>
  )
}
