import { create } from 'zustand'
import type { StoredOptions } from './define-panel.ts'
import { type Cell, FOREX_MARKETS } from './layout.ts'
import { findPanel } from './panels.ts'

/** A cell on screen; `isAdded`: the user has opened it, and may close it. */
export interface ShownCell extends Cell {
  readonly key: string
  readonly isAdded: boolean
}

interface DashboardState {
  readonly cells: readonly ShownCell[]
  /** The cell that was opened last, to be scrolled to. */
  readonly opened: { readonly key: string } | null
}

/** What this tab has made of the layout: like every change of a built-in layout, it ends with the tab. */
export const useDashboard = create<DashboardState>()(() => ({
  cells: FOREX_MARKETS.config.map((cell, index) => ({ ...cell, key: `${index}`, isAdded: false })),
  opened: null,
}))

let added = 0

/** Opens a panel with options, or shows where it is; new ones follow the first panels of the layout. */
export function openPanel(view: string, values: object): void {
  const panel = findPanel(view)
  if (panel === null) return
  const settings = { version: panel.version, values }
  const isSame = (cell: ShownCell): boolean => cell.view === view && isPart(values, cell.settings)
  useDashboard.setState(({ cells }) => {
    const known = cells.find(isSame)
    if (known !== undefined) return { opened: { key: known.key } }
    added += 1
    const cell = { view, ...panel.size, settings, key: `added-${added}`, isAdded: true }
    return { cells: cells.toSpliced(FIRST_PANELS, 0, cell), opened: { key: cell.key } }
  })
}

export function closePanel(key: string): void {
  useDashboard.setState(({ cells }) => ({ cells: cells.filter((cell) => cell.key !== key) }))
}

export function storeOptions(key: string, settings: StoredOptions): void {
  useDashboard.setState(({ cells }) => ({
    cells: cells.map((cell) => (cell.key === key ? { ...cell, settings } : cell)),
  }))
}

/** The list of instruments and the first chart. */
const FIRST_PANELS = 2

function isPart(values: object, settings: unknown): boolean {
  const stored = (settings as Partial<StoredOptions> | undefined)?.values as
    | Readonly<Record<string, unknown>>
    | undefined
  return Object.entries(values).every(([name, value]) => stored?.[name] === value)
}
