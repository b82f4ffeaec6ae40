import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type Cell, instrumentOf } from './layout.ts'
import type { PanelActions } from './panel-actions.ts'
import { findPanel } from './panels.ts'

interface PanelMenuProps {
  readonly cell: Cell
  readonly actions: PanelActions | null
}

const PanelMenuItems = lazyMenu(async () => (await import('./panel-menu-items.tsx')).PanelMenuItems)
const PanelSettings = lazyPart(async () => (await import('./panel-settings.tsx')).PanelSettings)

/** What can be done with a panel. */
export function PanelMenu({ cell, actions }: PanelMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [isSet, setSet] = useState(false)
  return (
    <>
      <PanelMenuItems
        cell={cell}
        actions={actions}
        isOpen={isOpen}
        onChange={setOpen}
        onSettings={() => setSet(true)}
        button={
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Menu of ${nameOf(cell)}`}>
            <IconDotsVertical size={14} aria-hidden />
          </ActionIcon>
        }
      />
      <PanelSettings cell={cell} isOpen={isSet} onClose={() => setSet(false)} />
    </>
  )
}

function nameOf(cell: Cell): string {
  const instrument = instrumentOf(cell)
  const title = findPanel(cell.view)?.title ?? cell.view
  return instrument === undefined ? title : `${title} ${instrument}`
}
