import { Group, Select, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { SimulatedBadge } from '../../../ui/badges.tsx'
import { dataRange, defaultDays, dialogDay, longBarLabel } from './run-period.ts'
import type { RunForm } from './use-run-form.ts'

interface InstrumentFieldProps {
  readonly form: RunForm
  readonly instruments: readonly MarketInstrument[]
  readonly instrument: MarketInstrument | undefined
}

/** The run's instrument and its available data. */
export function InstrumentField({ form, instruments, instrument }: InstrumentFieldProps): ReactElement {
  const { resolution } = form.values
  const choose = (instrumentId: string | null): void => {
    const next = instruments.find(({ id }) => id === instrumentId)
    const other = dataRange(next, 1) === null ? 0 : 1
    const usable = dataRange(next, resolution) === null ? other : resolution
    form.setValues({ instrumentId, resolution: usable, ...defaultDays(next, usable) })
  }
  return (
    <>
      <Select
        label="Instrument"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matches found"
        data={instruments.map((one) => ({ value: one.id, label: instrumentLabel(one) }))}
        maxDropdownHeight={260}
        {...form.getInputProps('instrumentId')}
        onChange={choose}
      />
      <DataRangeLine instrument={instrument} resolution={resolution} />
    </>
  )
}

function instrumentLabel({ displaySymbol, broker, simulated }: MarketInstrument): string {
  return `${displaySymbol} · ${broker}${simulated ? ' · Simulated' : ''}`
}

interface DataRangeLineProps {
  readonly instrument: MarketInstrument | undefined
  readonly resolution: 0 | 1
}

function DataRangeLine({ instrument, resolution }: DataRangeLineProps): ReactElement | null {
  const range = dataRange(instrument, resolution)
  if (instrument === undefined || range === null) return null
  return (
    <Group gap={8}>
      {instrument.simulated ? <SimulatedBadge /> : null}
      <Text size="xs" c="dimmed" className="num">
        {dataName(instrument, resolution)} from {dialogDay(range.first)} to {dialogDay(range.last)} (UTC)
      </Text>
    </Group>
  )
}

function dataName(instrument: MarketInstrument, resolution: 0 | 1): string {
  if (resolution === 0) return 'Ticks'
  const bars = longBarLabel(instrument)
  return bars === null ? 'Minute data' : `${bars} bars`
}
