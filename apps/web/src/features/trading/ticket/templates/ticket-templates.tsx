import { ActionIcon, Alert } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { OrderTemplate } from '@tradeloom/contracts/order-templates'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent, useRef } from 'react'
import { lazyMenu } from '../../../../ui/lazy-menu.tsx'
import { useUser } from '../../../../entities/user/bootstrap-query.ts'
import { useLinkable } from '../use-linkable.ts'
import type { Ticket } from '../use-ticket.ts'
import type { DefaultTemplate } from './default-template.ts'
import { fillTicket } from './order-template.ts'
import { templatesQuery } from './templates-store.ts'

const TemplateMenuItems = lazyMenu(async () => (await import('./template-menu-items.tsx')).TemplateMenuItems)

interface TicketTemplatesProps {
  readonly ticket: Ticket
  readonly instrument: MarketInstrument
  readonly byDefault: DefaultTemplate
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onFilled: (filled: Filled) => void
}

/** What was chosen last, and what of it does not fit. */
export interface Filled {
  readonly name: string
  readonly problems: readonly string[]
}

/** The orders that the user has saved: one of them fills the ticket. That of the instrument does it by itself. */
export function TicketTemplates(props: TicketTemplatesProps): ReactElement {
  const { ticket, instrument, byDefault, isOpen, onOpen, onFilled } = props
  const linkable = useLinkable(instrument, ticket.account)
  const fill = (template: OrderTemplate, isByDefault: boolean): void => {
    const { side, account } = ticket
    const keepsSide = isByDefault && byDefault.isSideChosen
    const wanted = keepsSide ? { ...template, side } : template
    const filled = fillTicket(wanted, { instrument, known: ticket.newest(), side, equity: account?.equity ?? null })
    const isLinked = template.isLinked && filled.type !== null && filled.type !== 'MARKET'
    const [first, ...others] = isLinked ? linkable : []
    if (filled.type !== null) ticket.setType(filled.type)
    ticket.fillTexts(filled.side, filled.texts)
    ticket.setLinkedTo(others.length === 0 ? (first?.id ?? null) : null)
    const unlinked = first === undefined ? 'No working order could be linked.' : 'Choose the order to link to.'
    const isUnlinked = isLinked && (first === undefined || others.length > 0)
    onFilled({ name: template.name, problems: [...filled.problems, ...(isUnlinked ? [unlinked] : [])] })
  }
  useDefault(props, (template) => fill(template, true))
  return (
    <TemplateMenuItems
      ticket={ticket}
      instrument={instrument}
      byDefault={byDefault}
      onTemplate={(template) => fill(template, false)}
      isOpen={isOpen}
      onChange={onOpen}
      button={
        <ActionIcon variant="default" size={30} title="Order templates (P)" aria-label="Order templates">
          <IconTemplate size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}

/** Chooses the template of the instrument once its figures can be known, unless something is typed already. */
function useDefault({ ticket, byDefault }: TicketTemplatesProps, onTemplate: (template: OrderTemplate) => void): void {
  const isSignedIn = Boolean(useUser())
  const isDone = useRef(false)
  const { data } = useQuery({ ...templatesQuery, enabled: isSignedIn && byDefault.id !== null })
  const template = data?.templates.find(({ id }) => id === byDefault.id)
  const isReady = template !== undefined && ticket.known.price !== null && ticket.known.account !== null
  const choose = useEffectEvent(() => {
    if (!isDone.current && ticket.isUntouched && template !== undefined) onTemplate(template)
    isDone.current = true
  })
  useEffect(() => {
    if (isReady) choose()
  }, [isReady])
}

/** Which template the ticket was filled from, and why something of it is missing. */
export function FilledNote({ filled, onClose }: { readonly filled: Filled; readonly onClose: () => void }) {
  const { name, problems } = filled
  return (
    <Alert
      role="status"
      p="4px 10px"
      color={problems.length > 0 ? 'yellow' : 'gray'}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {problems.length === 0 ? `From the template ${name}` : `${name} does not fit here: ${problems.join(' ')}`}
    </Alert>
  )
}
