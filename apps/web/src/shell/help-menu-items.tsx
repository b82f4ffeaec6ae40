import { Kbd, Menu } from '@mantine/core'
import { IconBook, IconCheck, IconKeyboard, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../ui/lazy-menu.tsx'
import { keysText } from '../ui/shortcut.ts'
import { toursOfPage } from '../features/tours/tours.ts'
import { useTours } from '../features/tours/use-tours.ts'
import { PAGE_SHORTCUTS } from './page-shortcuts.ts'
import { openShortcuts } from './shortcuts-state.ts'

export function HelpMenuItems({ button, isOpen, onChange }: LazyMenuProps): ReactElement {
  const { taken, take } = useTours()
  const tours = isOpen ? toursOfPage() : []
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={240} returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/documentation"
          c="var(--text-1)"
          leftSection={<IconBook size={15} aria-hidden />}
        >
          Documentation
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={15} aria-hidden />}
          rightSection={<Kbd aria-hidden>{keysText(PAGE_SHORTCUTS.shortcuts)}</Kbd>}
          onClick={openShortcuts}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        {tours.length === 0 ? (
          <Menu.Label>Dashboards, scripts, sessions, results and charts have tours</Menu.Label>
        ) : null}
        {tours.map((tour) => (
          <Menu.Item
            key={tour.id}
            leftSection={<IconRoute size={15} aria-hidden />}
            rightSection={taken.includes(tour.id) ? <IconCheck size={15} aria-label="taken" /> : null}
            onClick={() => void take(tour)}
          >
            {tour.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
