import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { useThemeSetting } from '../entities/settings/use-theme-setting.ts'
import { lazyMenu } from '../ui/lazy-menu.tsx'

const SchemeMenu = lazyMenu(async () => (await import('./scheme-menu.tsx')).SchemeMenu)

export function SchemeSwitch(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const { theme, setTheme } = useThemeSetting()
  const shown = useComputedColorScheme('dark')
  const Shown = shown === 'dark' ? IconMoon : IconSun
  return (
    <SchemeMenu
      theme={theme}
      setTheme={setTheme}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <ActionIcon aria-label="Color scheme">
          <Shown size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
