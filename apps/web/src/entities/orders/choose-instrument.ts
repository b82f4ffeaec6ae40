import type { LinkGroup } from '@tradeloom/contracts'
import { isInGroup, linkInstrument, openPanel } from '../panels/dashboard-state.ts'
import { useTicketState } from './ticket-state.ts'

/** Switches the panels of a group to an instrument, and what a phone trades; false if no panel of the group shows one. */
export function chooseInstrument(group: LinkGroup, instrumentId: string): boolean {
  const isShown = linkInstrument(group, instrumentId)
  if (isShown) useTicketState.setState({ instrumentId })
  return isShown
}

/** Shows an instrument that was chosen in a list: in the panels of the group of the list, or in a chart. */
export function showInstrument(group: LinkGroup | null, instrumentId: string): void {
  const isShown = group !== null && chooseInstrument(group, instrumentId)
  // On a phone the panels are further down.
  if (!isShown || matchMedia('(max-width: 767px)').matches) openPanel('price-chart', { instrumentId })
}

/** Shows an instrument in a panel of a kind: the one of the group, or another. */
export function openInGroup(group: LinkGroup | null, view: string, instrumentId: string): void {
  if (group !== null && isInGroup(group, view)) chooseInstrument(group, instrumentId)
  openPanel(view, { instrumentId })
}
