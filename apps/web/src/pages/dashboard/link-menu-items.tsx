import { Menu } from '@mantine/core'
import { LINK_GROUPS } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import { linkPanel } from '../../entities/panels/dashboard-state.ts'
import type { Cell } from '../../entities/panels/layout.ts'
import { LinkMark } from './link-mark.tsx'

interface LinkMenuItemsProps extends LazyMenuProps {
  readonly cell: Cell
}

const NONE = 'none'

/** Chooses the group of a panel. */
export function LinkMenuItems({ cell, button, isOpen, onChange }: LinkMenuItemsProps): ReactElement {
  const choose = (value: string): void =>
    linkPanel(
      cell.key,
      LINK_GROUPS.find((group) => group === value),
    )
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={230}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Panels of a group show one instrument</Menu.Label>
        <Menu.RadioGroup value={cell.group ?? NONE} onChange={choose}>
          {LINK_GROUPS.map((group) => (
            <Menu.RadioItem key={group} value={group} closeMenuOnClick rightSection={<LinkMark group={group} />}>
              {`Group ${group}`}
            </Menu.RadioItem>
          ))}
          <Menu.RadioItem value={NONE} closeMenuOnClick>
            Not linked
          </Menu.RadioItem>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
