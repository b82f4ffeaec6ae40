import { ActionIcon, Stack, TextInput } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { ActivityPanel } from './activity-panel.tsx'
import { AlgorithmRows } from './algorithm-rows.tsx'
import { IndicatorRows } from './indicator-rows.tsx'
import classes from './workspace.module.css'
import { Hint } from '../../ui/hint.tsx'
import { isPressed } from '../../ui/shortcut.ts'
import { LIST_SHORTCUTS } from './list-shortcuts.ts'

interface LeftListProps {
  /** Absent where it cannot be closed. */
  readonly onClose?: () => void
}

const STEPS = { next: 1, previous: -1, first: -Infinity, last: Infinity } as const
const KEYS = Object.keys(STEPS) as (keyof typeof STEPS)[]

/** Moves the focus between the rows of the list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const key = KEYS.find((one) => isPressed(LIST_SHORTCUTS[one], event))
  // Menus and dialogs of the rows are elsewhere on the page, but their events come here, too.
  if (!event.currentTarget.contains(event.target as Node)) return
  const isTyping = event.target instanceof HTMLInputElement
  if (key === undefined || (isTyping && key !== 'next')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  if (rows.length === 0) return
  event.preventDefault()
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + STEPS[key]))]?.focus()
}

/** Activity, the user's algorithms, and indicators; arrow keys move between the rows. */
export function LeftList({ onClose }: LeftListProps): ReactElement {
  const [text, setText] = useState('')
  const search = text.trim().toLowerCase()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows in it have the focus
    <Stack gap={4} pb={16} onKeyDown={moveFocus}>
      <div className={classes['filter']}>
        <TextInput
          size="xs"
          aria-label="Filter algorithms and indicators"
          placeholder="Filter"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
        />
        {onClose === undefined ? null : (
          <Hint label="Hide this list">
            <ActionIcon aria-label="Hide this list" onClick={onClose}>
              <IconLayoutSidebarLeftCollapse size={17} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
      </div>
      <ActivityPanel />
      <AlgorithmRows search={search} />
      <IndicatorRows search={search} />
    </Stack>
  )
}
