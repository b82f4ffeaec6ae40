import { Autocomplete, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { calendarKey, type MarketCalendar } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { instrumentsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { formatCount } from '../../../ui/format.ts'
import { calendarsChanged } from './calendars-changed.ts'
import { FileDrop } from '../imports/file-drop.tsx'

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
  lean: 'Holidays, early closes and late opens of one of its markets.',
  csv: '2024-12-25,, is closed all day, 2024-12-31,,14:00 closes early, 2024-12-26,17:00, opens late.',
  json: '[{"date": "2024-12-31", "close": "14:00"}]',
}

interface CalendarValues {
  readonly files: readonly File[]
  readonly format: string | null
  readonly name: string
  readonly market: string
  readonly timezone: string
  readonly doesAdd: boolean
}

const EMPTY: CalendarValues = { files: [], format: null, name: '', market: '', timezone: '', doesAdd: true }

function toRequest({ files, format, name, market, timezone, doesAdd }: CalendarValues): FormData {
  const form = new FormData()
  form.set('format', format ?? '')
  if (name.trim() !== '') form.set('name', name.trim())
  if (format === 'lean' && market.trim() !== '') form.set('market', market.trim())
  if (format !== 'lean' && timezone.trim() !== '') form.set('timezone', timezone.trim())
  form.set('add', String(doesAdd))
  for (const file of files) form.append('file', file, file.name)
  return form
}

function validate({ files, format, name }: CalendarValues): Record<string, string> {
  const isKnown = name.trim() === '' || calendarKey.safeParse(name.trim()).success
  return {
    ...(files.length === 0 && { files: 'Please choose a file' }),
    ...(format === null && { format: 'Please choose a format' }),
    ...(!isKnown && { name: 'forex, always, or an instrument like EURUSD:OANDA' }),
  }
}

function CalendarForm({ known, onClose }: Omit<CalendarDialogProps, 'isOpen'>): ReactElement {
  const client = useQueryClient()
  const instruments = useQuery(instrumentsQuery)
  const isAdmin = useUser()?.isAdmin ?? false
  const form = useForm<CalendarValues>({ initialValues: EMPTY, validate })
  const upload = useMutation({
    mutationFn: (values: CalendarValues) => call('importCalendar', { body: toRequest(values) }),
    onSuccess: () => calendarsChanged(client),
    onError: (error) => {
      const { file, ...fields } = error instanceof ApiError ? error.fields : {}
      form.setErrors({ ...fields, ...(file !== undefined && { files: file }) })
    },
  })
  const { files, format } = form.values
  const hasFieldErrors = Object.keys(form.errors).length > 0

  if (upload.data !== undefined) return <Report report={upload.data} onClose={onClose} />
  return (
    <form noValidate onSubmit={form.onSubmit((values) => upload.mutate(values))}>
      <Stack gap="sm">
        <FileDrop
          files={files}
          error={form.errors['files']}
          onChange={(list) => form.setFieldValue('files', list.slice(-1))}
          isSingle
        />
        <Select
          label="Format"
          placeholder="Format of the file"
          data={FORMATS}
          description={format === null ? undefined : HINTS[format]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('format')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Autocomplete
            label="Calendar"
            placeholder={format === 'lean' ? 'Detect automatically' : 'forex'}
            description="The instruments these days apply to"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={['forex', 'always', ...(instruments.data?.map(({ id }) => id) ?? [])]}
            {...form.getInputProps('name')}
          />
          {format === 'lean' ? (
            <TextInput label="Market in the file" placeholder="Forex-oanda-[*]" {...form.getInputProps('market')} />
          ) : (
            <TextInput label="Time zone" placeholder="America/New_York" {...form.getInputProps('timezone')} />
          )}
        </SimpleGrid>
        {known.length === 0 ? null : (
          <Checkbox
            label="Keep existing days of this calendar"
            description={isAdmin ? undefined : 'Your calendar is private and replaces the shared one.'}
            {...form.getInputProps('doesAdd', { type: 'checkbox' })}
          />
        )}
        {upload.error !== null && !hasFieldErrors ? (
          <p className="danger" style={{ marginTop: 4, fontSize: 12 }} role="alert">
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

function Report({ report, onClose }: ReportProps): ReactElement {
  const { calendar, timezone, days, bankHolidays } = report
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">
        {formatCount(days, 'day')} imported in time zone {timezone}. Calendar {calendar.name} now has{' '}
        {formatCount(calendar.closures.length, 'closure')}.
      </Text>
      {bankHolidays === 0 ? null : (
        <Text size="sm" c="dimmed">
          {formatCount(bankHolidays, 'bank holiday')} skipped: markets trade on them.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Data quality and new runs use these days.
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
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title="Import holidays"
      size={520}
      fullScreen={Boolean(isNarrow)}
      closeOnClickOutside={false}
    >
      <CalendarForm known={known} onClose={onClose} />
    </Dialog>
  )
}
