import { ActionIcon } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import { type Cell, optionsOf } from '../../entities/panels/layout.ts'
import { LinkMark } from './link-mark.tsx'
import { titleOfPanel } from './title-of-panel.ts'

const LinkMenuItems = lazyMenu(async () => (await import('./link-menu-items.tsx')).LinkMenuItems)

/** The group of a panel, by letter and color, and a menu of the others. */
export function LinkMenu({ cell }: { readonly cell: Cell }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const { group } = cell
  const of = titleOfPanel(cell.view, optionsOf(cell, 1))
  return (
    <LinkMenuItems
      cell={cell}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          title={group === undefined ? 'Not linked' : `Link group ${group}`}
          aria-label={group === undefined ? `Link group of ${of}` : `Link group ${group} of ${of}`}
        >
          {group === undefined ? <IconLink size={13} aria-hidden /> : <LinkMark group={group} />}
        </ActionIcon>
      }
    />
  )
}
