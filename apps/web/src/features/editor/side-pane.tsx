import { Tabs } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { DocumentationPane } from '../documentation/documentation-pane.tsx'
import classes from './editor.module.css'
import { VersionList } from './versions/version-list.tsx'

interface SidePaneProps {
  readonly algorithm: Algorithm
  readonly shownVersionId: string | null
  /** Loads the script of another version as a draft; null when the script is read-only. */
  readonly onRestore: ((text: string, message: string) => void) | null
  readonly onInsert: ((code: string) => void) | null
}

export function SidePane({ algorithm, shownVersionId, onInsert, onRestore }: SidePaneProps): ReactElement {
  return (
    <aside className={classes['pane']} aria-label="Documentation and versions">
      <Tabs
        defaultValue="docs"
        keepMounted={false}
        classNames={{ root: classes['tabs'] ?? '', panel: classes['tabPanel'] ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="docs">Documentation</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="docs" tabIndex={0}>
          <DocumentationPane onInsert={onInsert} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" tabIndex={0}>
          <VersionList algorithm={algorithm} shownId={shownVersionId} onRestore={onRestore} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  )
}
