import { Checkbox, Group, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { DayInput } from './day-input.tsx'
import {
  dataInterval,
  dataRange,
  dayOf,
  defaultDays,
  dialogDay,
  isClosedDay,
  type RunSettings,
  type SettingsErrors,
} from './run-settings.ts'

interface MarketFieldsProps {
  readonly settings: RunSettings
  readonly instruments: readonly MarketInstrument[]
  readonly errors: SettingsErrors
  readonly wasTried: boolean
  readonly mayUseTicks: boolean
  readonly onChange: (changes: Partial<RunSettings>) => void
}

const INTERVAL_OPTIONS = [
  { value: 'Tick', label: 'Tick' },
  ...Object.entries(INTERVALS).map(([value, { label }]) => ({ value, label })),
]

function RangeLine({
  instrument,
  resolution,
}: {
  readonly instrument: MarketInstrument | undefined
  readonly resolution: 0 | 1
}) {
  const range = dataRange(instrument, resolution)
  if (instrument === undefined || range === null) return null
  return (
    <Group gap={8}>
      {instrument.simulated ? <SimulatedBadge /> : null}
      <Text size="xs" c="dimmed" className="num">
        {rowsName(instrument, resolution)} from {dialogDay(range.first)} to {dialogDay(range.last)} (UTC)
      </Text>
    </Group>
  )
}

function rowsName(instrument: MarketInstrument, resolution: 0 | 1): string {
  if (resolution === 0) return 'Ticks'
  const bars = longBars(instrument)
  return bars === null ? 'Minute data' : `Bars of ${bars}`
}

/** The length of the bars that minute runs have where there are no minutes. */
function longBars(instrument: MarketInstrument | undefined): string | null {
  const bars = dataInterval(instrument, 1)
  return isBarInterval(bars) && bars !== 'M1' ? INTERVALS[bars].label : null
}

function instrumentLabel({ displaySymbol, broker, simulated }: MarketInstrument): string {
  return `${displaySymbol} · ${broker}${simulated ? ' · Simulated' : ''}`
}

function tickNote(instrument: MarketInstrument | undefined, mayUseTicks: boolean): string | null {
  if (!mayUseTicks) return 'Backtesting every tick is available with our premium packages.'
  return instrument !== undefined && dataRange(instrument, 0) === null ? 'This instrument has no tick data.' : null
}

/** Instrument, interval, resolution, period and balance. */
export function MarketFields(props: MarketFieldsProps): ReactElement {
  const { settings, instruments, errors, wasTried, mayUseTicks, onChange } = props
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const range = dataRange(instrument, settings.resolution)
  const note = tickNote(instrument, mayUseTicks)
  const limits = range === null ? {} : { minDate: dayOf(range.first), maxDate: dayOf(range.last) }
  const dates = {
    valueFormat: 'MM/DD/YYYY',
    placeholder: 'mm/dd/yyyy',
    excludeDate: (day: string) => isClosedDay(instrument, day),
    firstDayOfWeek: 1 as const,
    // Escape closes the calendar, not the dialogue with all that was typed.
    'data-mantine-stop-propagation': true,
    ...limits,
  }

  const chooseInstrument = (id: string | null): void => {
    const next = instruments.find((one) => one.id === id)
    const resolution =
      dataRange(next, settings.resolution) === null ? (dataRange(next, 1) === null ? 0 : 1) : settings.resolution
    onChange({ instrumentId: id, resolution, ...defaultDays(next, resolution) })
  }
  const chooseResolution = (value: string): void => {
    const resolution = value === '0' ? 0 : 1
    onChange({ resolution, ...defaultDays(instrument, resolution) })
  }

  return (
    <Stack gap="sm">
      <Select
        label="Instrument"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matches found"
        data={instruments.map((one) => ({ value: one.id, label: instrumentLabel(one) }))}
        value={settings.instrumentId}
        error={wasTried ? errors.instrument : undefined}
        onChange={chooseInstrument}
        maxDropdownHeight={260}
      />
      <RangeLine instrument={instrument} resolution={settings.resolution} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          label="Interval"
          allowDeselect={false}
          data={INTERVAL_OPTIONS}
          value={settings.interval}
          error={errors.interval}
          onChange={(value) => value !== null && onChange({ interval: value as RunSettings['interval'] })}
        />
        <div>
          <Text size="sm" fw={500} id="resolution-label">
            Resolution
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="resolution-label"
            value={String(settings.resolution)}
            onChange={chooseResolution}
            data={[
              {
                value: '1',
                label: longBars(instrument) ?? 'Minute',
                disabled: instrument !== undefined && dataRange(instrument, 1) === null,
              },
              { value: '0', label: 'Every tick', disabled: note !== null },
            ]}
          />
          {note === null ? null : (
            <Text size="xs" c="dimmed" mt={4}>
              {note}
            </Text>
          )}
        </div>
        <DayInput
          label="Start (UTC)"
          {...dates}
          value={settings.startDay}
          error={errors.start}
          onChange={(startDay) => onChange({ startDay })}
        />
        <Stack gap={6}>
          {settings.isEndNow ? (
            <Text size="sm" mt={22} className="num">
              {range === null ? 'No data' : `Ends with the last data, ${dialogDay(range.last)}`}
            </Text>
          ) : (
            <DayInput
              label="End (UTC, this day included)"
              {...dates}
              value={settings.endDay}
              error={errors.end}
              onChange={(endDay) => onChange({ endDay })}
            />
          )}
          <Checkbox
            size="xs"
            label="End now (with the last data)"
            checked={settings.isEndNow}
            onChange={(event) => onChange({ isEndNow: event.currentTarget.checked })}
          />
        </Stack>
      </SimpleGrid>
      <NumberInput
        label="Initial balance (USD)"
        thousandSeparator=","
        decimalScale={2}
        min={0}
        hideControls
        value={settings.initialBalance}
        error={errors.initialBalance}
        onChange={(initialBalance) => onChange({ initialBalance })}
      />
    </Stack>
  )
}
