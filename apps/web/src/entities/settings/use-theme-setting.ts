import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { z } from 'zod'
import { useSetting } from './use-setting.ts'

const THEMES = z.enum(['auto', 'dark', 'light'])
const THEME = { path: 'theme', schema: THEMES.nullable(), fallback: null }

/** The color scheme: the one that the user has chosen in any browser, else this browser's. */
export function useThemeSetting() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [chosen, choose] = useSetting(THEME)
  useEffect(() => {
    if (chosen !== null) setColorScheme(chosen)
  }, [chosen, setColorScheme])
  return { theme: chosen ?? colorScheme, setTheme: (value: string) => choose(THEMES.parse(value)) } as const
}
