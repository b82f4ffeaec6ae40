import { ActionIcon, type MantineColorScheme, Menu, useComputedColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useThemeSetting } from '../settings/use-theme-setting.ts'

const SCHEMES: { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
]

export function SchemeSwitch(): ReactElement {
  const { theme, setTheme } = useThemeSetting()
  const shown = useComputedColorScheme('dark')
  const Shown = shown === 'dark' ? IconMoon : IconSun
  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon aria-label="Color scheme">
          <Shown size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
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
