import { Button } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { requireLogin } from '../../entities/user/login.ts'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import type { Layout } from '../../entities/panels/layout.ts'
import { withLinked } from '../../entities/panels/linked-panels.ts'
import classes from './layout-bar.module.css'
import { tellLayouts, useLayouts } from '../../entities/panels/layouts-store.ts'

/** Whether the layout on screen is stored, and what can be done if it is not. */
export function LayoutState({ layout }: { readonly layout: Layout }): ReactElement | null {
  const state = useLayouts()
  if (state.drafts.includes(layout)) {
    const isSaving = state.act?.kind === 'copy'
    return (
      <State text="Layout has changed">
        <Button size="compact-sm" loading={isSaving && state.known === 'ready'} onClick={() => void save(layout)}>
          Save
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isSaving}
          onClick={() => tellLayouts({ is: 'revert', name: layout.name })}
        >
          Revert
        </Button>
      </State>
    )
  }
  if (!state.own.includes(layout)) return null
  if (state.write === 'conflict') {
    return (
      <State text="Changed in another window" isWarning>
        <Button size="compact-sm" variant="default" onClick={() => tellLayouts({ is: 'load-theirs' })}>
          Load theirs
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => tellLayouts({ is: 'keep-mine' })}>
          Keep mine
        </Button>
      </State>
    )
  }
  if (state.write !== 'failed') return null
  return (
    <State text="Could not save layout" isWarning>
      <Button size="compact-sm" variant="default" onClick={() => tellLayouts({ is: 'write-now' })}>
        Retry
      </Button>
    </State>
  )
}

/** Everybody may change a built-in layout; to keep a copy of it takes a user. */
async function save(layout: Layout): Promise<void> {
  if (!(await requireLogin('Please log in to save layouts'))) return
  tellLayouts({ is: 'act', act: { kind: 'copy', layout: withLinked(layout, useDashboard.getState().linked) } })
}

interface StateProps {
  readonly text: string
  readonly isWarning?: boolean
  readonly children: ReactNode
}

function State({ text, isWarning, children }: StateProps): ReactElement {
  return (
    <div role="status" className={classes['state']} data-tone={isWarning ? 'warn' : undefined}>
      <span>{text}</span>
      {children}
    </div>
  )
}
