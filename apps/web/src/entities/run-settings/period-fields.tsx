import { Checkbox, Stack, Text } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { DayInput } from '../../ui/day-input.tsx'
import { dataRange, dayOf, dialogDay, isClosedDay, openDayBefore } from './run-period.ts'
import type { RunForm } from './use-run-form.ts'

interface PeriodFieldsProps {
  readonly form: RunForm
  readonly instrument: MarketInstrument | undefined
}

/** First and last day of the run. The calendar offers those with data; others can be typed, and are refused. */
export function PeriodFields({ form, instrument }: PeriodFieldsProps): ReactElement {
  const range = dataRange(instrument, form.values.resolution)
  const dates = {
    excludeDate: (day: string) => isClosedDay(instrument, day),
    // Escape closes the calendar, not the dialog with everything typed in it.
    'data-mantine-stop-propagation': true,
    ...(range !== null && { firstDay: dayOf(range.first), lastDay: dayOf(range.last) }),
  }
  return (
    <>
      <DayInput label="Start (UTC)" {...dates} {...form.getInputProps('startDay')} />
      <Stack gap={6}>
        {form.values.isEndNow ? (
          <Text size="sm" mt={22} className="num">
            {range === null ? 'No data' : `Ends with the last data, ${dialogDay(range.last)}`}
          </Text>
        ) : (
          <DayInput
            label="End (UTC, this day included)"
            {...dates}
            {...form.getInputProps('endDay')}
            onChange={(day) => form.setFieldValue('endDay', day === null ? null : openDayBefore(instrument, day))}
          />
        )}
        <Checkbox
          size="xs"
          label="End now (with the last data)"
          {...form.getInputProps('isEndNow', { type: 'checkbox' })}
        />
      </Stack>
    </>
  )
}
