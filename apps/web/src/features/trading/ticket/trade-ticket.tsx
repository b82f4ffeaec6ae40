import { useMediaQuery } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { useDashboard } from '../../../entities/panels/dashboard-state.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { FeedDot } from '../../../entities/prices/feed-dot.tsx'
import { KnownInstrument } from '../../../entities/instruments/known-instrument.tsx'
import { useFeed } from '../../../entities/prices/market-prices.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { TicketBar } from './ticket-bar.tsx'
import { TicketForm } from './ticket-form.tsx'
import type { TradeTicketOptions } from './trade-ticket-options.ts'

type TradeTicketProps = PanelProps<TradeTicketOptions>

/** Orders on one instrument; among other panels on a phone they are typed in a sheet. */
export function TradeTicket(props: TradeTicketProps): ReactElement {
  return (
    <KnownInstrument id={props.options.instrumentId} title={props.title} rows={8}>
      {(instrument) => <KnownTicket {...props} instrument={instrument} />}
    </KnownInstrument>
  )
}

type KnownTicketProps = TradeTicketProps & { readonly instrument: MarketInstrument }

function KnownTicket({ title, options, onOptions, instrument }: KnownTicketProps): ReactElement {
  const { id, displaySymbol, exchangeName } = instrument
  const status = useFeed(id)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  // A window of its own is all ticket, however narrow.
  const isWindow = useDashboard(({ isWindow: is }) => is)
  return (
    <Panel
      title={title}
      detail={`${displaySymbol} ${exchangeName}`}
      flush
      actions={
        <>
          <ConnectionNote />
          <FeedDot instrumentId={id} status={status} />
        </>
      }
    >
      {isNarrow && !isWindow ? (
        <TicketBar instrument={instrument} />
      ) : (
        <TicketForm
          // Another instrument is another order.
          key={id}
          instrument={instrument}
          side="BUY"
          type={options.type}
          onType={(type) => onOptions({ ...options, type })}
          onInstrument={(instrumentId) => onOptions({ ...options, instrumentId })}
          byDefault={{
            id: options.template || null,
            onId: (template) => onOptions({ ...options, template: template ?? '' }),
            isSideChosen: false,
          }}
        />
      )}
    </Panel>
  )
}
