import { Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import classes from './workspace.module.css'

interface ListSectionProps {
  readonly title: string
  readonly count?: number | undefined
  readonly action: ReactNode
  /** Until the user folds or unfolds it. */
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A part of the list under a heading that folds it. */
export function ListSection(props: ListSectionProps): ReactElement {
  const { title, count, action, isOpenAtFirst = true, children } = props
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isOpenAtFirst
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['head']}>
        <h2>
          <button type="button" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
            <IconChevronRight size={14} aria-hidden />
            {title}
            {count === undefined ? null : <span className="muted num">{count}</span>}
          </button>
        </h2>
        <Group gap={2} wrap="nowrap" component="span">
          {action}
        </Group>
      </div>
      {isOpen ? children : null}
    </section>
  )
}

interface RowsNoteProps {
  readonly text: string
  readonly children?: ReactNode
}

/** In place of rows: why there are none. */
export function RowsNote({ text, children }: RowsNoteProps): ReactElement {
  return (
    <Group gap={6} m={0} p="4px 8px" c="var(--text-2)" fz={12} component="p">
      {text}
      {children}
    </Group>
  )
}
