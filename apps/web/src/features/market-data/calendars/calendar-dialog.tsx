import { Autocomplete, Button, Checkbox, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { calendarKey, type MarketCalendar } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { instrumentsQuery } from '../market-data-queries.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { formatPlain } from '../../../ui/format.ts'
import { calendarsChanged } from './calendars-changed.ts'
import { FileDrop } from '../imports/file-drop.tsx'
import classes from '../market-data.module.css'

interface CalendarDialogProps {
  readonly isOpen: boolean
  readonly known: readonly MarketCalendar[]
  readonly onClose: () => void
}

const FORMATS = [
  { value: 'lean', label: "Lean's market hours database (JSON)" },
  { value: 'csv', label: 'Rows date,open,close (CSV)' },
  { value: 'json', label: 'The same rows as JSON' },
]
const HINTS: Readonly<Record<string, string>> = {
  lean: 'Holidays, early closes and late opens of one market in it.',
  csv: '2024-12-25,, is closed all day, 2024-12-31,,14:00 closes early, 2024-12-26,17:00, opens late.',
  json: '[{"date": "2024-12-31", "close": "14:00"}]',
}

const EMPTY = { format: null as string | null, name: '', market: '', timezone: '', doesAdd: true }
type Values = typeof EMPTY

function toForm(file: File, { format, name, market, timezone, doesAdd }: Values): FormData {
  const form = new FormData()
  form.set('format', format ?? '')
  if (name.trim() !== '') form.set('name', name.trim())
  if (format === 'lean' && market.trim() !== '') form.set('market', market.trim())
  if (format !== 'lean' && timezone.trim() !== '') form.set('timezone', timezone.trim())
  form.set('add', String(doesAdd))
  form.append('file', file, file.name)
  return form
}

function problems(files: readonly File[], { format, name }: Values): Readonly<Record<string, string>> {
  const key = calendarKey.safeParse(name.trim())
  return {
    ...(files.length === 0 ? { file: 'Please choose a file' } : {}),
    ...(format === null ? { format: 'Please choose a format' } : {}),
    ...(name.trim() !== '' && !key.success ? { name: 'forex, always, or an instrument like EURUSD:OANDA' } : {}),
  }
}

function CalendarForm({ known, onClose }: Omit<CalendarDialogProps, 'isOpen'>): ReactElement {
  const client = useQueryClient()
  const instruments = useQuery(instrumentsQuery)
  const isAdmin = useUser()?.isAdmin ?? false
  const [files, setFiles] = useState<File[]>([])
  const [values, setValues] = useState(EMPTY)
  const [wasTried, setTried] = useState(false)
  const upload = useMutation({
    mutationFn: (form: FormData) => call('importCalendar', { body: form }),
    onSuccess: () => calendarsChanged(client),
  })
  const change = (changes: Partial<Values>): void => setValues((now) => ({ ...now, ...changes }))
  const refused = upload.error instanceof ApiError ? upload.error.fields : {}
  const errors: Readonly<Record<string, string>> = wasTried ? { ...refused, ...problems(files, values) } : {}
  const submit = (): void => {
    setTried(true)
    const [file] = files
    if (file !== undefined && Object.keys(problems(files, values)).length === 0) upload.mutate(toForm(file, values))
  }

  if (upload.data !== undefined) return <Report report={upload.data} onClose={onClose} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <FileDrop files={files} error={errors['file']} onChange={(list) => setFiles(list.slice(-1))} isSingle />
        <Select
          label="Format"
          placeholder="What the file is"
          data={FORMATS}
          value={values.format}
          error={errors['format']}
          description={values.format === null ? undefined : HINTS[values.format]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(format) => change({ format })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Autocomplete
            label="Calendar"
            placeholder={values.format === 'lean' ? 'Detect automatically' : 'forex'}
            description="For which instruments the days hold"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={['forex', 'always', ...(instruments.data?.map(({ id }) => id) ?? [])]}
            value={values.name}
            error={errors['name']}
            onChange={(name) => change({ name })}
          />
          {values.format === 'lean' ? (
            <TextInput
              label="Market in the file"
              placeholder="Forex-oanda-[*]"
              value={values.market}
              onChange={(event) => change({ market: event.currentTarget.value })}
            />
          ) : (
            <TextInput
              label="Time zone of the rows"
              placeholder="America/New_York"
              value={values.timezone}
              onChange={(event) => change({ timezone: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
        {known.length === 0 ? null : (
          <Checkbox
            label="Keep the days of this calendar that are known already"
            description={isAdmin ? undefined : 'Your calendar is private and takes the place of the shared one.'}
            checked={values.doesAdd}
            onChange={(event) => change({ doesAdd: event.currentTarget.checked })}
          />
        )}
        {upload.error !== null && Object.keys(refused).length === 0 ? (
          <p className={classes['fieldError']} role="alert">
            {errorText(upload.error)}
          </p>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={upload.isPending}>
            Import
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ReportProps {
  readonly report: {
    readonly calendar: MarketCalendar
    readonly timezone: string
    readonly days: number
    readonly bankHolidays: number
  }
  readonly onClose: () => void
}

const counted = (n: number, one: string): string => `${formatPlain(n)} ${one}${n === 1 ? '' : 's'}`

function Report({ report, onClose }: ReportProps): ReactElement {
  const { calendar, timezone, days, bankHolidays } = report
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">
        {counted(days, 'day')} in the time of {timezone} read. Calendar {calendar.name} has{' '}
        {counted(calendar.closures.length, 'closure')} now.
      </Text>
      {bankHolidays === 0 ? null : (
        <Text size="sm" c="dimmed">
          {counted(bankHolidays, 'bank holiday')} left aside: markets trade on them.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Data quality and new runs use these days from now on.
      </Text>
      <Group justify="flex-end">
        <Button size="sm" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

export function CalendarDialog({ isOpen, known, onClose }: CalendarDialogProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Import holidays"
      size={520}
      fullScreen={Boolean(isNarrow)}
      closeOnClickOutside={false}
    >
      <CalendarForm known={known} onClose={onClose} />
    </Modal>
  )
}
