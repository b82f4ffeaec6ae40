import { SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { usePairSetting } from '../../entities/settings/use-pair-setting.ts'
import { useThemeSetting } from '../../entities/settings/use-theme-setting.ts'
import { useUtcDates } from '../../entities/settings/use-utc-dates.ts'
import type { ColorPair } from '../../ui/color-pair.ts'
import { ChartZone } from './chart-zone.tsx'

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'auto', label: 'System' },
]

const PAIRS: { readonly value: ColorPair; readonly label: string }[] = [
  { value: 'green-red', label: 'Green / red' },
  { value: 'red-green', label: 'Red / green' },
  { value: 'blue-orange', label: 'Blue / orange' },
]

export function DisplaySettings(): ReactElement {
  const { theme, setTheme } = useThemeSetting()
  const [isUtc, setUtc] = useUtcDates()
  const [pair, setPair] = usePairSetting()
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
      <div>
        <Text size="sm" fw={500} id="pair-label" mb={4}>
          Up and down colors
        </Text>
        <SegmentedControl aria-labelledby="pair-label" data={PAIRS} value={pair} onChange={setPair} />
        <Text size="xs" c="dimmed" mt={4}>
          <span className="num gain">▲ +1.20%</span> <span className="num loss">▼ −0.80%</span> Blue and orange can be
          told apart with any color vision.
        </Text>
      </div>
      <ChartZone />
      <Switch
        label="Show times in UTC"
        description="Times of accounts and mail. Lists of positions, orders and backtests are always in UTC."
        checked={isUtc}
        onChange={(event) => setUtc(event.currentTarget.checked)}
      />
    </Stack>
  )
}
