import type { LinkGroup } from '@tradeloom/contracts'
import { create } from 'zustand'
import { toastError } from '../../ui/toast.ts'
import { changeSetting } from '../settings/change-setting.ts'
import type { StoredOptions } from './define-panel.ts'
import { addCell, arrange, findCell, linkCell, removeCell, storeSettings } from './edit-layout.ts'
import { type Cell, instrumentOf, type Layout, MAX_PANELS } from './layout.ts'
import { allLayouts } from './layout-machine.ts'
import { tellLayouts, useLayouts } from './layouts-store.ts'
import { CHOSEN_INSTRUMENTS, withChosen } from './chosen-instruments.ts'
import { type Linked, withLinked } from './linked-panels.ts'
import { findPanel, showsInstrument } from './panels.ts'
import type { Places } from './place-cells.ts'
import { popOut } from './pop-out.ts'

interface DashboardState {
  /** The layout on screen; null until there was one. */
  readonly name: string | null
  /** What the groups of its panels show. */
  readonly linked: Linked
  /** The cell that was opened last, to be scrolled to. */
  readonly opened: { readonly key: string } | null
  /** This is the window of one panel: others open in windows, too. */
  readonly isWindow: boolean
  /** What a page without a layout shows: of these it has its own, and others open in windows. Null on pages with a layout. */
  readonly pageViews: readonly string[] | null
}

export const useDashboard = create<DashboardState>()(() => ({
  name: null,
  linked: {},
  opened: null,
  isWindow: false,
  pageViews: null,
}))

export function showLayout(name: string): void {
  if (useDashboard.getState().name !== name) useDashboard.setState({ name, opened: null })
}

function shown(): Layout | undefined {
  const layouts = allLayouts(useLayouts.getState())
  return layouts.find(({ name }) => name === useDashboard.getState().name) ?? layouts[0]
}

/** The layout on screen as it is seen: with the instruments that its groups show. */
function seen(): Layout | undefined {
  const layout = shown()
  return layout && withLinked(layout, useDashboard.getState().linked)
}

/** The instruments that panels of the layout on screen show, in reading order. */
export function useShownInstruments(): readonly unknown[] {
  useDashboard()
  useLayouts()
  return seen()?.config.map(instrumentOf) ?? []
}

/** What an order begins with: the instrument of the ticket of the layout on screen, or that of its first panel. */
export function useOrderInstrument(): string | null {
  useDashboard()
  useLayouts()
  const { config = [] } = seen() ?? {}
  const ticket = config.find(({ view }) => view === 'trade-ticket')
  const shown = [...(ticket === undefined ? [] : [ticket]), ...config].map(instrumentOf)
  return shown.find((id) => id !== undefined) ?? null
}

/**
 * Switches the panels of a group to an instrument; false if no panel of it shows one. It is no change of the layout: the
 * choice is kept with the user.
 */
export function linkInstrument(group: LinkGroup, instrumentId: string): boolean {
  const layout = shown()
  const isMember = (cell: Cell): boolean => cell.group === group && showsInstrument(cell.view)
  if (layout === undefined || !layout.config.some(isMember)) return false
  useDashboard.setState(({ linked }) => ({ linked: { ...linked, [group]: instrumentId } }))
  changeSetting(CHOSEN_INSTRUMENTS, (chosen) => withChosen(chosen, layout.name, { [group]: instrumentId }))
  return true
}

/** Whether a group of the layout on screen has a panel of a kind. */
export function isInGroup(group: LinkGroup, view: string): boolean {
  return shown()?.config.some((cell) => cell.group === group && cell.view === view) ?? false
}

export function linkPanel(key: string, group: LinkGroup | undefined): void {
  edit((layout) => linkCell(layout, key, group))
}

function edit(change: (layout: Layout) => Layout): void {
  const layout = shown()
  if (layout !== undefined) tellLayouts({ is: 'edit', layout: change(layout) })
}

/** Opens a panel with options, or shows where it is. */
export function openPanel(view: string, values: object): void {
  const { isWindow, pageViews } = useDashboard.getState()
  if (pageViews?.includes(view)) return showPanel(view)
  const layout = isWindow || pageViews !== null ? undefined : seen()
  const known = layout === undefined ? undefined : findCell(layout, view, values)
  if (known === undefined) addPanel(view, values)
  else showPanel(known.key)
}

/** Scrolls to a panel, and gives it the focus. */
export function showPanel(key: string): void {
  useDashboard.setState({ opened: { key } })
}

/** Opens a panel, also if the layout has one like it. */
export function addPanel(view: string, opts: object): void {
  const panel = findPanel(view)
  if (panel === null) return
  const { size, version } = panel
  const { isWindow, pageViews } = useDashboard.getState()
  if (isWindow || pageViews !== null) popOut({ view, options: { version, values: opts }, ...size })
  else add({ view, opts: { ...opts }, ...size })
}

export function duplicatePanel({ view, opts, w, h, settings, group }: Cell): void {
  add({ view, opts, w, h, group, ...(settings === undefined ? {} : { settings }) })
}

function add(cell: Omit<Cell, 'key'>): void {
  const layout = shown()
  if (layout === undefined) return
  const added = addCell(layout, cell)
  if (added === null) {
    toastError(`A layout has at most ${MAX_PANELS} panels. Close one first.`, 'layouts')
    return
  }
  tellLayouts({ is: 'edit', layout: added.layout })
  useDashboard.setState({ opened: { key: added.key } })
}

export function closePanel(key: string): void {
  edit((layout) => removeCell(layout, key))
}

export function storeOptions(key: string, settings: StoredOptions): void {
  edit((layout) => storeSettings(layout, key, settings))
}

export function arrangePanels(columns: number, places: Places): void {
  edit((layout) => arrange(layout, columns, places))
}
