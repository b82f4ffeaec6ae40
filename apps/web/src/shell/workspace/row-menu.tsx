import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import type { RowAction } from './row-action.ts'

interface ActionsProps {
  readonly actions: () => readonly RowAction[]
}

// The dropdown itself stays: it notes where the focus was before it opened.
export function RowMenu({ button, isOpen, onChange, actions }: LazyMenuProps & ActionsProps): ReactElement {
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-start" width={180}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Items actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Items({ actions }: ActionsProps): ReactElement[] {
  return actions().map(({ label, isDestructive = false, run }) => (
    <Menu.Item key={label} {...(isDestructive && { c: 'var(--danger)' })} onClick={run}>
      {label}
    </Menu.Item>
  ))
}
