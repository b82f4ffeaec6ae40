import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import type { SectionId } from './section-ids.ts'
import { SECTIONS } from './sections.tsx'
import classes from './sections.module.css'

export const tabId = (id: SectionId): string => `section-tab-${id}`
export const panelId = (id: SectionId): string => `section-${id}`

interface SectionTabsProps {
  readonly chosen: SectionId
  readonly onChoose: (id: SectionId) => void
}

/** One tab for each section: the arrow keys, Home and End choose another one. */
export function SectionTabs({ chosen, onChoose }: SectionTabsProps): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  // On narrow screens the row of tabs scrolls, and an address may choose the last one.
  useEffect(() => {
    list.current?.querySelector(`#${tabId(chosen)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = SECTIONS.findIndex(({ id }) => id === chosen)
    const last = SECTIONS.length - 1
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % SECTIONS.length,
      ArrowLeft: (at + last) % SECTIONS.length,
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    const next = place === undefined ? undefined : SECTIONS[place]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#${tabId(next.id)}`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Sections of the result"
      data-tour="sections"
      className={classes['tabs']}
      onKeyDown={onKeyDown}
    >
      {SECTIONS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? panelId(id) : undefined}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
