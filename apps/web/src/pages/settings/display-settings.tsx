import { SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { useThemeSetting } from '../../entities/settings/use-theme-setting.ts'
import { useUtcDates } from '../../entities/settings/use-utc-dates.ts'

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'auto', label: 'System' },
]

export function DisplaySettings(): ReactElement {
  const { theme, setTheme } = useThemeSetting()
  const [isUtc, setUtc] = useUtcDates()
  return (
    <Stack gap="lg" maw={420}>
      <div>
        <Text size="sm" fw={500} id="theme-label" mb={4}>
          Color scheme
        </Text>
        <SegmentedControl
          aria-labelledby="theme-label"
          data={THEMES}
          value={theme}
          onChange={(value) => setTheme(value)}
        />
      </div>
      <Switch
        label="Show times in UTC"
        description="Times of accounts and mail. Prices, positions and backtests are always in UTC."
        checked={isUtc}
        onChange={(event) => setUtc(event.currentTarget.checked)}
      />
    </Stack>
  )
}
