import { Tabs } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import type { CSSProperties, ReactElement } from 'react'
import { Splitter } from '../../ui/splitter.tsx'
import { DocumentationPane } from '../../features/documentation/documentation-pane.tsx'
import classes from '../../entities/scripts/editor.module.css'
import type { EditorColumns } from '../../entities/scripts/use-editor-columns.ts'
import { type SideTab, useSideTab } from './use-side-tab.ts'
import { VersionList } from './versions/version-list.tsx'

const MIN_WIDTH = 260

interface SidePaneProps {
  readonly columns: EditorColumns
  readonly algorithm: Algorithm
  readonly shownVersionId: string | null
  readonly onInsert: ((code: string) => void) | null
}

export function SidePane({ columns, algorithm, shownVersionId, onInsert }: SidePaneProps): ReactElement {
  const [tab, setTab] = useSideTab(algorithm.id)
  return (
    <>
      <div className={classes['paneEdge']}>
        <Splitter
          label="Width of the documentation"
          orientation="vertical"
          size={columns.docs}
          min={MIN_WIDTH}
          max={Math.max(MIN_WIDTH, Math.round(window.innerWidth * 0.6))}
          onResize={(docs) => columns.resize({ docs })}
          onEnd={(docs) => columns.store({ docs })}
        />
      </div>
      <aside
        className={classes['pane']}
        style={{ '--pane-width': `${columns.docs}px` } as CSSProperties}
        aria-label="Documentation and versions"
        data-tour="pane"
      >
        <Tabs
          value={tab}
          onChange={(chosen) => setTab(chosen as SideTab)}
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
            <VersionList algorithm={algorithm} shownId={shownVersionId} />
          </Tabs.Panel>
        </Tabs>
      </aside>
    </>
  )
}
