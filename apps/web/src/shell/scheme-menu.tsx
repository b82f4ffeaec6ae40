import { type MantineColorScheme, Menu } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { LazyMenuProps } from '../ui/lazy-menu.tsx'

const SCHEMES: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
]

interface SchemeMenuProps extends LazyMenuProps {
  readonly theme: string
  readonly setTheme: (theme: string) => void
}

export function SchemeMenu({ theme, setTheme, button, isOpen, onChange }: SchemeMenuProps): ReactElement {
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" width={170}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={15} aria-hidden />}
            rightSection={theme === value ? <IconCheck size={14} aria-label="chosen" /> : null}
            onClick={() => setTheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
