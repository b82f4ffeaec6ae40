import { Kbd } from '@mantine/core'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'
import { DASHBOARD_SHORTCUTS } from './dashboard-shortcuts.ts'
import { showPanel } from '../../entities/panels/dashboard-state.ts'
import classes from './go-to-panel.module.css'
import type { Cell, Layout } from '../../entities/panels/layout.ts'
import { LETTER_KEYS } from '../../entities/panels/letter-keys.ts'
import { type PanelLetters, usePanelLetters } from '../../entities/panels/panel-letters.ts'
import { findPanel } from '../../entities/panels/panels.ts'
import { inReadingOrder } from '../../entities/panels/place-cells.ts'

/** After G, a letter goes to a panel, and again to the next one of its kind; meanwhile it says which letters there are. */
export function GoToPanel({ layout }: { readonly layout: Layout }): ReactElement | null {
  const [isOn] = useSetting(LETTER_KEYS)
  const [isAsked, setAsked] = useState(false)
  useShortcut(DASHBOARD_SHORTCUTS.go, () => setAsked(isOn))
  return isAsked ? <Letters cells={inReadingOrder(layout.config)} onEnd={() => setAsked(false)} /> : null
}

interface LettersProps {
  /** As one reads them. */
  readonly cells: readonly Cell[]
  readonly onEnd: () => void
}

function Letters({ cells, onEnd }: LettersProps): ReactElement {
  const letters = usePanelLetters()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    onEnd()
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const next = nextOf(cells, letters, event.key.toUpperCase())
    if (next !== undefined) showPanel(next.key)
  })
  const onLeave = useEffectEvent(onEnd)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => onKey(event)
    const leave = (): void => onLeave()
    // Before the panels, whose own keys may be the same letters.
    document.addEventListener('keydown', press, true)
    document.addEventListener('pointerdown', leave)
    window.addEventListener('blur', leave)
    return () => {
      document.removeEventListener('keydown', press, true)
      document.removeEventListener('pointerdown', leave)
      window.removeEventListener('blur', leave)
    }
  }, [])
  const panels = [...new Set(cells.map(({ view }) => view))].flatMap((view) => findPanel(view) ?? [])
  return (
    <div className={classes['letters']} role="status" aria-label="Go to a panel">
      {panels.map(({ name, title }) =>
        letters.has(name) ? (
          <span key={name}>
            <Kbd>{letters.get(name)}</Kbd> {title}
          </span>
        ) : null,
      )}
    </div>
  )
}

/** The panel of a letter after the one that has the focus, or the first one. */
function nextOf(cells: readonly Cell[], letters: PanelLetters, letter: string): Cell | undefined {
  const fitting = cells.filter(({ view }) => letters.get(view) === letter)
  const focused = document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  const at = fitting.findIndex(({ key }) => key === focused)
  return fitting[at + 1] ?? fitting[0]
}
