import type { Shortcut } from '../../ui/shortcut.ts'
import { type PanelLetters, titleOf } from '../../entities/panels/panel-letters.ts'
import { PANELS } from '../../entities/panels/panels.ts'

/** How to go to each panel that has a letter, for the list of all shortcuts. */
export function panelShortcuts(letters: PanelLetters): readonly Shortcut[] {
  return PANELS.flatMap((panel) => {
    const letter = letters.get(panel.name)
    return letter === undefined ? [] : [{ keys: [`G then ${letter}`], does: `Go to ${titleOf(panel)}` }]
  }).toSorted((a, b) => a.does.localeCompare(b.does, 'en'))
}
