import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyMenu } from '../ui/lazy-menu.tsx'

const HelpMenuItems = lazyMenu(async () => (await import('./help-menu-items.tsx')).HelpMenuItems)

/** The documentation, the shortcuts, and tours of the open page. */
export function HelpMenu(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <HelpMenuItems
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon aria-label="Help">
          <IconHelp size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
