import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import type { PanelActions } from './panel-actions.ts'
import { titleOfPanel } from './title-of-panel.ts'

interface PanelMenuProps {
  readonly cell: Cell
  readonly actions: PanelActions | null
}

const PanelMenuItems = lazyMenu(async () => (await import('./panel-menu-items.tsx')).PanelMenuItems)
const EmbedChart = lazyPart(async () => (await import('./embed-cell.tsx')).EmbedCell)
const PanelSettings = lazyPart(async () => (await import('./panel-settings.tsx')).PanelSettings)

/** What can be done with a panel. */
export function PanelMenu({ cell, actions }: PanelMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [isSet, setSet] = useState(false)
  const [isEmbedded, setEmbedded] = useState(false)
  return (
    <>
      <PanelMenuItems
        cell={cell}
        actions={actions}
        isOpen={isOpen}
        onChange={setOpen}
        onSettings={() => setSet(true)}
        onEmbed={() => setEmbedded(true)}
        button={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Menu of ${titleOfPanel(cell.view, optionsOf(cell, 1))}`}
          >
            <IconDotsVertical size={14} aria-hidden />
          </ActionIcon>
        }
      />
      <PanelSettings cell={cell} isOpen={isSet} onClose={() => setSet(false)} />
      <EmbedChart cell={cell} isOpen={isEmbedded} onClose={() => setEmbedded(false)} />
    </>
  )
}
