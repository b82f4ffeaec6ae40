import { Group, Select, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { barSpans, INTERVALS, isBarInterval, stretchesText, venueName } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { isCovered } from './period-problem.ts'
import { availableData, dataRange, defaultDays, dialogDay } from './run-period.ts'
import type { RunForm } from './use-run-form.ts'

interface InstrumentFieldProps {
  readonly form: RunForm
  readonly instruments: readonly MarketInstrument[]
  readonly instrument: MarketInstrument | undefined
}

const LISTED = 200

/** The run's instrument and its available data. */
export function InstrumentField({ form, instruments, instrument }: InstrumentFieldProps): ReactElement {
  const { resolution } = form.values
  const [isMoved, setMoved] = useState(false)
  const choose = (instrumentId: string | null): void => {
    const next = instruments.find(({ id }) => id === instrumentId)
    // Of one without stored prices the period that was chosen can be fetched.
    const other = dataRange(next, 1) === null && dataRange(next, 0) !== null ? 0 : 1
    const usable = dataRange(next, resolution) === null ? other : resolution
    const isKept = isCovered(form.values, next, usable) || dataRange(next, usable) === null
    setMoved(!isKept && form.values.startDay !== null)
    form.setValues({ instrumentId, resolution: usable, ...(isKept ? {} : defaultDays(next, usable)) })
  }
  return (
    <>
      <Select
        label="Instrument"
        searchable
        // A venue lists thousands.
        limit={LISTED}
        allowDeselect={false}
        nothingFoundMessage="No matches found"
        data={instruments.map((one) => ({ value: one.id, label: instrumentLabel(one) }))}
        maxDropdownHeight={260}
        {...form.getInputProps('instrumentId')}
        onChange={choose}
      />
      <DataLine instrument={instrument} resolution={resolution} />
      {isMoved ? (
        <Text size="xs" role="status">
          The period before is outside of this data. Start and end were moved to its last month.
        </Text>
      ) : null}
    </>
  )
}

function instrumentLabel({ displaySymbol, broker, simulated }: MarketInstrument): string {
  return `${displaySymbol} ${venueName(broker)}${simulated ? ' · Simulated' : ''}`
}

interface DataLineProps {
  readonly instrument: MarketInstrument | undefined
  readonly resolution: 0 | 1
}

/** The periods that have data, as the server tells them. */
function DataLine({ instrument, resolution }: DataLineProps): ReactElement | null {
  const data = availableData(instrument, resolution)
  if (instrument === undefined || data.length === 0) return null
  return (
    <Group gap={8}>
      {instrument.simulated ? <SimulatedBadge /> : null}
      <Text size="xs" c="dimmed">
        {dataName(instrument, resolution)}: {stretchesText(data, dialogDay)} (UTC)
      </Text>
    </Group>
  )
}

function dataName({ series }: MarketInstrument, resolution: 0 | 1): string {
  if (resolution === 0) return 'Ticks'
  const [finest, longer] = barSpans(series)
  if (longer !== undefined) return 'Prices'
  return finest !== undefined && isBarInterval(finest.interval) && finest.interval !== 'M1'
    ? `${INTERVALS[finest.interval].label} bars`
    : 'Minute data'
}
