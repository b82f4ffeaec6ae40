import type { OrderType, Side } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { Sheet } from '../../../ui/sheet.tsx'
import { useInstrument } from '../../../entities/instruments/use-instrument.ts'
import { useKeptOptions } from '../../../entities/panels/use-kept-options.ts'
import { TicketForm } from './ticket-form.tsx'
import { closeTicketSheet, openTicketSheet, useTicketState } from '../../../entities/orders/ticket-state.ts'
import classes from '../entry/ticket.module.css'

/** Where tickets keep their default template: a sheet and a panel of an instrument have the same. */
const TICKET = { name: 'trade-ticket' }

/** The ticket of a phone. */
export function TicketSheet({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const { instrumentId, side } = useTicketState()
  const instrument = useInstrument(instrumentId ?? '')
  const [kept, keep] = useKeptOptions(TICKET, instrumentId ?? '')
  const [type, setType] = useState<OrderType>('MARKET')
  // While it closes, the sheet keeps what it showed.
  const [shown, setShown] = useState<Side>('BUY')
  if (side !== null && side !== shown) setShown(side)
  return (
    <Sheet
      opened={isOpen}
      onClose={closeTicketSheet}
      position="bottom"
      size="auto"
      title={instrument ? `${instrument.displaySymbol} on ${instrument.exchangeName}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes['sheet'] ?? '', body: classes['sheetBody'] ?? '' }}
    >
      {instrument ? (
        <TicketForm
          key={instrument.id}
          instrument={instrument}
          side={shown}
          type={type}
          onType={setType}
          onInstrument={(id) => openTicketSheet(id, shown)}
          byDefault={{
            id: typeof kept['template'] === 'string' && kept['template'] !== '' ? kept['template'] : null,
            onId: (template) => keep({ ...kept, template: template ?? '' }),
            isSideChosen: true,
          }}
        />
      ) : null}
    </Sheet>
  )
}
