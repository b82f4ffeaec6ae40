import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { CHART_ZONE } from '../../entities/settings/chart-zone.ts'
import { BROWSER_ZONE } from '../../ui/browser-zone.ts'
import { useSetting } from '../../entities/settings/use-setting.ts'

const MAX_SHOWN = 60

const ZONES = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: `This browser (${BROWSER_ZONE})` },
  { value: 'exchange', label: 'Exchange: New York for currencies, UTC for crypto' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
]

/** The clock of axes, crosshairs and legends. */
export function ChartZone(): ReactElement {
  const [zone, setZone] = useSetting(CHART_ZONE)
  return (
    <Select
      label="Time zone of price charts"
      description="Daily and weekly bars keep the dates of their market."
      data={ZONES.some(({ value }) => value === zone) ? ZONES : [...ZONES, { value: zone, label: zone }]}
      value={zone}
      onChange={(value) => value !== null && setZone(value)}
      allowDeselect={false}
      searchable
      limit={MAX_SHOWN}
      nothingFoundMessage="No matches"
      comboboxProps={{ withinPortal: false }}
    />
  )
}
