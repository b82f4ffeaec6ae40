import { NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { FetchOffer } from '../fetches/fetch-offer.tsx'
import { InstrumentField } from './instrument-field.tsx'
import { PeriodFields } from './period-fields.tsx'
import { ResolutionField } from './resolution-field.tsx'
import { wishedPeriod } from './run-period.ts'
import type { RunForm } from './use-run-form.ts'

interface MarketFieldsProps {
  readonly form: RunForm
  readonly instruments: readonly MarketInstrument[]
  readonly mayUseTicks: boolean
}

const INTERVAL_OPTIONS = [
  { value: 'Tick', label: 'Tick' },
  ...Object.entries(INTERVALS).map(([value, { label }]) => ({ value, label })),
]

/** Instrument, interval, resolution, period and balance. */
export function MarketFields({ form, instruments, mayUseTicks }: MarketFieldsProps): ReactElement {
  const instrument = instruments.find(({ id }) => id === form.values.instrumentId)
  return (
    <Stack gap="sm">
      <InstrumentField form={form} instruments={instruments} instrument={instrument} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select label="Interval" allowDeselect={false} data={INTERVAL_OPTIONS} {...form.getInputProps('interval')} />
        <ResolutionField form={form} instrument={instrument} mayUseTicks={mayUseTicks} />
        <PeriodFields form={form} instrument={instrument} />
      </SimpleGrid>
      {instrument === undefined ? null : <FetchOffer instrumentId={instrument.id} {...wishedPeriod(form.values)} />}
      <NumberInput
        label="Initial balance (USD)"
        thousandSeparator=","
        decimalScale={2}
        min={0}
        hideControls
        {...form.getInputProps('initialBalance')}
      />
    </Stack>
  )
}
