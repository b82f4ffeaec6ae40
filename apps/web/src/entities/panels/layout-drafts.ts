import { type Layout, readLayout, toStored } from './layout.ts'
import { isBuiltIn } from './built-in-names.ts'

/** Changes of built-in layouts outlast a reload, and end with the tab. */
const KEY = 'tradeloom-layout-drafts'

export function readDrafts(): readonly Layout[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    const layouts = Array.isArray(stored) ? stored.map(readLayout) : []
    return layouts.filter((layout) => layout !== null && isBuiltIn(layout.name)) as Layout[]
  } catch {
    return []
  }
}

export function writeDrafts(drafts: readonly Layout[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts.map(toStored)))
  } catch {
    // A full or forbidden storage only means that a reload forgets them.
  }
}
