import type { MarketInstrument } from '@tradeloom/contracts'
import { loadModule } from '../../../../ui/load-module.ts'
import { loadModals } from '../../../../ui/modals.tsx'
import type { DefaultTemplate } from './default-template.ts'
import type { TicketState } from './order-template.ts'

const LOOK = { size: 440, centered: true, closeButtonProps: { 'aria-label': 'Close' } }

/** Saves what a ticket holds now under a name. */
export async function askToSave(ticket: TicketState, instrument: MarketInstrument): Promise<void> {
  const [modals, { SaveTemplate }] = await Promise.all([loadModals(), loadModule(() => import('./save-template.tsx'))])
  const id = modals.open({
    ...LOOK,
    title: 'Save order template',
    children: <SaveTemplate ticket={ticket} instrument={instrument} onDone={() => modals.close(id)} />,
  })
}

/** Renames and deletes templates, and makes one the default of an instrument. */
export async function askToManage(instrument: MarketInstrument, byDefault: DefaultTemplate): Promise<void> {
  const [modals, { ManageTemplates }] = await Promise.all([
    loadModals(),
    loadModule(() => import('./manage-templates.tsx')),
  ])
  modals.open({
    ...LOOK,
    title: 'Order templates',
    children: <ManageTemplates instrument={instrument} byDefault={byDefault} />,
  })
}
