import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx'
import type { RowAction } from './row-action.ts'

interface RowMenuProps extends LazyMenuProps {
  readonly actions: () => readonly RowAction[]
}

export function RowMenu({ button, isOpen, onChange, actions }: RowMenuProps): ReactElement {
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-start" width={180}>
      <Menu.Target>{button}</Menu.Target>
      {isOpen ? (
        <Menu.Dropdown>
          {actions().map(({ label, isDestructive = false, run }) => (
            <Menu.Item key={label} {...(isDestructive && { color: 'red' })} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      ) : null}
    </Menu>
  )
}
