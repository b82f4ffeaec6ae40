import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { DayInput } from '../../../ui/day-input.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { instrumentsQuery } from '../../../entities/instruments/market-data-queries.ts'
import {
  FIRST_TEST_DAY,
  firstTestSettings,
  type IndicatorTest,
  isSaturday,
  TEST_INTERVALS,
  testPeriod,
  type TestParameter,
  testProblems,
  type TestSettings,
  toIndicatorTest,
} from './test-settings.ts'

/** The settings of the test before, and the parameters that they are for. */
export interface LastTest {
  readonly settings: TestSettings
  readonly names: readonly string[]
}

interface NewTestProps {
  /** Of the script that is tested, which may not be saved yet. */
  readonly parameters: readonly TestParameter[]
  /** Whether it compares two series. */
  readonly takesOther: boolean
  readonly last: LastTest | null
  readonly onStart: (test: IndicatorTest, settings: TestSettings) => void
  readonly onClose: () => void
}

interface NewTestFormProps extends NewTestProps {
  readonly instruments: readonly MarketInstrument[]
}

const DATES = {
  firstDay: FIRST_TEST_DAY,
  excludeDate: isSaturday,
  // Escape closes the calendar, not the dialog with everything typed in it.
  'data-mantine-stop-propagation': true,
} as const

function NewTestForm({ parameters, takesOther, last, instruments, onStart, onClose }: NewTestFormProps): ReactElement {
  const form = useForm<TestSettings>({
    initialValues: startWith(parameters, last, instruments),
    clearInputErrorOnChange: true,
    validateInputOnChange: ['startDay', 'endDay'],
    validate: (settings) =>
      testProblems(settings, { takesOther, instrument: instruments.find(({ id }) => id === settings.instrumentId) }),
  })
  const choices = instruments.map(({ id, displaySymbol, broker, simulated }) => ({
    value: id,
    label: `${displaySymbol} ${venueName(broker)}${simulated ? ' · Simulated' : ''}`,
  }))
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const dates = { ...DATES, lastDay: today }
  const choose = (instrumentId: string | null): void => {
    const instrument = instruments.find(({ id }) => id === instrumentId)
    form.setValues({ instrumentId, ...testPeriod(instrument, Date.now()) })
  }
  const submit = (settings: TestSettings): void => {
    const test = toIndicatorTest(settings, instruments)
    if (test !== null) onStart(test, settings)
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="sm">
        <Select
          label="Instrument"
          data-autofocus
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matches found"
          data={choices}
          {...form.getInputProps('instrumentId')}
          onChange={choose}
        />
        {takesOther ? (
          <Select
            label="Compared with"
            description="Its closes are the second series of the indicator."
            searchable
            allowDeselect={false}
            nothingFoundMessage="No matches found"
            data={choices}
            {...form.getInputProps('otherInstrumentId')}
          />
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <Select label="Interval" allowDeselect={false} data={TEST_INTERVALS} {...form.getInputProps('interval')} />
          <DayInput label="Start (UTC)" {...dates} {...form.getInputProps('startDay')} />
          <DayInput label="End (UTC)" {...dates} {...form.getInputProps('endDay')} />
        </SimpleGrid>
        {parameters.length > 0 ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {parameters.map(({ name }, at) => (
              <TextInput key={name} label={name} spellCheck={false} {...form.getInputProps(`parameters.${at}`)} />
            ))}
          </SimpleGrid>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit">
            Test
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The last settings, unless the indicator has other parameters now. */
function startWith(
  parameters: readonly TestParameter[],
  last: LastTest | null,
  instruments: readonly MarketInstrument[],
): TestSettings {
  const names = parameters.map(({ name }) => name)
  if (last !== null && last.names.join() === names.join()) return last.settings
  return firstTestSettings(parameters, instruments, Date.now())
}

function Content(props: NewTestProps): ReactElement {
  const instruments = useQuery(instrumentsQuery)
  if (instruments.isPending) return <LoadingRows rows={4} height={40} />
  if (instruments.isError) return <ErrorState error={instruments.error} onRetry={() => void instruments.refetch()} />
  if (instruments.data.length === 0) return <EmptyState title="There is no market data yet" />
  const names = props.parameters.map(({ name }) => name).join()
  return <NewTestForm key={names} {...props} instruments={instruments.data} />
}

export function NewTestDialog({ isOpen, ...props }: NewTestProps & { readonly isOpen: boolean }): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 480px)')
  return (
    <Dialog opened={isOpen} onClose={props.onClose} title="New Test" size={520} fullScreen={Boolean(isNarrow)}>
      <Content {...props} />
    </Dialog>
  )
}
