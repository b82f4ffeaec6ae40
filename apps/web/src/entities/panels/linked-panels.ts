import type { LinkGroup } from '@tradeloom/contracts'
import { type Cell, instrumentOf, type Layout } from './layout.ts'
import { showsInstrument } from './panels.ts'

/** The instruments that groups of panels show. */
export type Linked = Readonly<Partial<Record<LinkGroup, string>>>

/** What the groups of a layout show: what was chosen for them, or else what their first panel was opened with. */
export function linkedInstruments(
  { config }: Layout,
  chosen: Linked,
  isListed: (instrumentId: string) => boolean,
): Linked {
  const linked: Partial<Record<LinkGroup, string>> = {}
  for (const cell of config) {
    const { group } = cell
    if (group === undefined || linked[group] !== undefined || !showsInstrument(cell.view)) continue
    const wanted = chosen[group]
    const shown = wanted !== undefined && isListed(wanted) ? wanted : instrumentOf(cell)
    if (shown !== undefined) linked[group] = shown
  }
  return linked
}

/** The layout with the panels of groups showing the instruments of these. */
export function withLinked(layout: Layout, linked: Linked): Layout {
  return { ...layout, config: layout.config.map((cell) => withInstrument(cell, linked)) }
}

function withInstrument(cell: Cell, linked: Linked): Cell {
  const instrumentId = cell.group && linked[cell.group]
  if (instrumentId === undefined || instrumentOf(cell) === instrumentId || !showsInstrument(cell.view)) return cell
  const { settings, opts } = cell
  return {
    ...cell,
    opts: { ...opts, instrumentId },
    ...(settings && { settings: { ...settings, values: { ...(settings.values as object), instrumentId } } }),
  }
}
