import { useComputedColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { openNewAlgorithm } from '../features/algorithms/new-algorithm.tsx'
import { askForAlert } from '../entities/alerts/ask-for-alert.tsx'
import { requireLogin } from '../entities/user/login.ts'
import { openNewIndicator } from '../features/indicators/new-indicator.tsx'
import { useThemeSetting } from '../entities/settings/use-theme-setting.ts'
import { openShortcuts } from './shortcuts-state.ts'

/** Something that the palette does rather than somewhere to go. */
interface Command {
  readonly label: string
  /** Other words that find it. */
  readonly keywords: readonly string[]
  readonly act: () => void
}

/** What can be done on every page. */
export function useCommands(): readonly Command[] {
  const navigate = useNavigate()
  const scheme = useComputedColorScheme('dark')
  const { setTheme } = useThemeSetting()
  const startImport = async (): Promise<void> => {
    if (!(await requireLogin('Please log in to import market data'))) return
    await navigate({ to: '/market-data', search: { import: true } })
  }
  return [
    { label: 'New algorithm', keywords: ['create', 'script', 'strategy'], act: () => void openNewAlgorithm() },
    { label: 'New indicator', keywords: ['create'], act: () => void openNewIndicator() },
    { label: 'Import market data', keywords: ['upload', 'csv', 'prices'], act: () => void startImport() },
    { label: 'New alert', keywords: ['create', 'price', 'notification'], act: () => void askForAlert() },
    {
      label: 'Toggle dark/light',
      keywords: ['theme', 'color', 'scheme'],
      act: () => setTheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    { label: 'Keyboard shortcuts', keywords: ['keys', 'hotkeys', 'help'], act: openShortcuts },
  ]
}
