import { ActionIcon, Box } from '@mantine/core'
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { LeftList } from './left-list.tsx'
import { setLeftListOpen, useLeftList } from '../../ui/left-list-state.ts'
import classes from './workspace.module.css'
import { Hint } from '../../ui/hint.tsx'

const PAGES = /^\/(algorithms|indicators|backtests|optimizations|sessions)(\/|$)/

/** Whether a page belongs to the workspace. */
export function isInWorkspace(path: string): boolean {
  return PAGES.test(path)
}

/** The pages of algorithms and indicators, with the list of the user's own beside them. */
export function Workspace({ children }: { readonly children: ReactNode }): ReactElement {
  const shown = useLeftList()
  return (
    <div className={classes['workspace']} data-list={shown}>
      {shown === 'open' ? (
        <aside className={classes['left']} aria-label="Workspace">
          <LeftList onClose={() => setLeftListOpen(false)} />
        </aside>
      ) : null}
      {shown === 'closed' ? (
        <div className={classes['bar']}>
          <Hint label="Show your algorithms and indicators" position="right">
            <ActionIcon aria-label="Show your algorithms and indicators" onClick={() => setLeftListOpen(true)}>
              <IconLayoutSidebarLeftExpand size={17} aria-hidden />
            </ActionIcon>
          </Hint>
        </div>
      ) : null}
      <Box miw={0}>{children}</Box>
    </div>
  )
}
