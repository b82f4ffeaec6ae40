import type { LinkGroup } from '@tradeloom/contracts'
import type { StoredOptions } from './define-panel.ts'
import { type Cell, type Layout, MAX_PANELS, optionsOf, withKey } from './layout.ts'
import { findPanel } from './panels.ts'
import { inReadingOrder, type Places, widestForm } from './place-cells.ts'

/** Panels were put in their places by hand, in a number of columns. */
export function arrange(layout: Layout, columns: number, places: Places): Layout {
  const widest = widestForm(layout.config) ?? 0
  const config = layout.config.map((cell) => {
    const place = places.get(cell.key)
    if (place === undefined) return cell
    // What did not fit into the columns keeps its size for more of them.
    const w = columns < widest || place.w === Math.min(cell.w, columns) ? cell.w : place.w
    const h = columns < widest ? cell.h : place.h
    return { ...cell, w, h, places: { ...(layout.responsive ? cell.places : {}), [columns]: place } }
  })
  return { ...layout, config: inReadingOrder(config) }
}

/** Null if there is no room for another panel. */
export function addCell(layout: Layout, cell: Omit<Cell, 'key'>): { layout: Layout; key: string } | null {
  if (layout.config.length >= MAX_PANELS) return null
  const added = withKey(cell)
  return { layout: { ...layout, config: [...layout.config, added] }, key: added.key }
}

export function removeCell(layout: Layout, key: string): Layout {
  return { ...layout, config: layout.config.filter((cell) => cell.key !== key) }
}

export function storeSettings(layout: Layout, key: string, settings: StoredOptions): Layout {
  return { ...layout, config: layout.config.map((cell) => (cell.key === key ? { ...cell, settings } : cell)) }
}

/** Puts a panel into a group, or makes it stand alone. */
export function linkCell(layout: Layout, key: string, group: LinkGroup | undefined): Layout {
  return { ...layout, config: layout.config.map((cell) => (cell.key === key ? { ...cell, group } : cell)) }
}

/** A cell of a panel with these options, such as the tile of an instrument. */
export function findCell({ config }: Layout, view: string, values: object): Cell | undefined {
  const panel = findPanel(view)
  return config.find((cell) => {
    if (cell.view !== view || panel === null) return false
    const options = panel.readOptions(optionsOf(cell, panel.version)) as Readonly<Record<string, unknown>>
    return Object.entries(values).every(([name, value]) => options[name] === value)
  })
}
