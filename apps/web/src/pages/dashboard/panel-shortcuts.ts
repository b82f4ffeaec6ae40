import type { Shortcut } from '../../ui/shortcut.ts'
import { PANELS } from '../../entities/panels/panels.ts'

/** How to go to each panel that has a letter, for the list of all shortcuts. */
export const PANEL_SHORTCUTS: readonly Shortcut[] = PANELS.flatMap(({ title, name, letter }) => {
  if (letter === undefined) return []
  const isNamedTwice = PANELS.some((other) => other.title === title && other.name !== name)
  return { keys: [`G then ${letter}`], does: isNamedTwice ? `Go to ${title} (${name})` : `Go to ${title}` }
}).toSorted((a, b) => a.does.localeCompare(b.does, 'en'))
