import type { ImportDetection } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from '../market-data.module.css'
import { importFormatsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { DetectedRows } from './detected-rows.tsx'
import { FileQuestions } from './file-questions.tsx'
import { FileDrop } from './file-drop.tsx'
import { type ImportValues, MAPPING_FIELDS, openSymbols, validateImport } from './import-fields.ts'
import { useDetection } from './use-detection.ts'
import { uploads } from './uploads.ts'

interface ImportDialogProps {
  readonly isOpen: boolean
  /** Files that were dropped on the page. */
  readonly files: readonly File[]
  readonly onClose: () => void
}

const EMPTY: ImportValues = {
  files: [],
  format: null,
  instrumentId: '',
  timezone: '',
  interval: null,
  mapping: {},
  symbol: '',
  open: { asks: [], symbols: [] },
}

const BAR_INTERVALS = [
  { value: 'S1', label: '1 s' },
  ...Object.entries(INTERVALS).map(([value, { label }]) => ({ value, label })),
]

function ImportForm({ files: given, onClose }: Omit<ImportDialogProps, 'isOpen'>): ReactElement {
  const formats = useQuery(importFormatsQuery)
  const form = useForm<ImportValues>({ initialValues: { ...EMPTY, files: given }, validate: validateImport })
  const wasSent = useRef(false)
  const filled = useRef({ format: EMPTY.format, instrumentId: EMPTY.instrumentId })
  const instrumentField = useRef<HTMLInputElement>(null)
  const detection = useDetection(form.values.files, ({ format, instrumentId, asks, symbols }) => {
    const { values } = form
    const next = { format, instrumentId: instrumentId ?? '' }
    // What the user has chosen stays; what other files had filled in would be wrong for these.
    if (values.format === filled.current.format) form.setFieldValue('format', next.format)
    // A field under the cursor is left alone as well: text that appears while someone types mixes with theirs.
    const isTyping = instrumentField.current === document.activeElement
    if (!isTyping && values.instrumentId === filled.current.instrumentId) {
      form.setFieldValue('instrumentId', next.instrumentId)
    }
    filled.current = next
    form.setFieldValue('open', { asks, symbols })
    if (!symbols.includes(values.symbol)) form.setFieldValue('symbol', '')
  })
  const fillIfEmpty = (): void => {
    if (form.values.instrumentId === '') form.setFieldValue('instrumentId', filled.current.instrumentId)
  }

  if (formats.isPending) return <LoadingRows rows={5} height={34} />
  if (formats.isError) return <ErrorState error={formats.error} onRetry={() => void formats.refetch()} />
  const { files, format, mapping } = form.values
  const chosen = formats.data.find(({ name }) => name === format)
  const submit = (values: ImportValues): void => {
    const { instrumentId, timezone, interval, symbol } = values
    // The dialog closes with a transition: a second click on Import in it must not start a second import.
    if (wasSent.current || format === null) return
    wasSent.current = true
    uploads.add({
      instrumentId: instrumentId.trim(),
      format,
      timezone: timezone.trim(),
      symbol: openSymbols(values).length === 0 ? '' : symbol,
      interval,
      mapping: chosen?.needsMapping ? mapping : {},
      files,
    })
    onClose()
  }
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack gap="sm">
        <FileDrop {...form.getInputProps('files')} files={files} />
        {files.length === 0 ? null : (
          <div className={classes['detection']}>
            {detection.isPending ? (
              <p className="muted prose" role="status">
                Recognizing the files…
              </p>
            ) : null}
            {detection.error === null ? null : <p className="muted prose">{errorText(detection.error)}</p>}
            {detection.shown === null ? null : <DetectedRows detection={detection.shown} />}
          </div>
        )}
        <Select
          label="Format"
          placeholder="Where the files come from"
          allowDeselect={false}
          data={formats.data.map(({ name, title }) => ({ value: name, label: title }))}
          description={chosen?.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('format')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="Instrument"
            placeholder="EURUSD:OANDA"
            autoCapitalize="characters"
            ref={instrumentField}
            {...form.getInputProps('instrumentId')}
            onBlur={fillIfEmpty}
          />
          <TextInput
            label="Time zone of the files"
            // Empty by default: for some formats the zone depends on the broker.
            placeholder={zoneHint(chosen?.defaultTimezone, detection.shown)}
            required={form.values.open.asks.includes('timezone')}
            {...form.getInputProps('timezone')}
          />
          <Select
            label="Bar interval"
            placeholder="Detect automatically"
            clearable
            data={BAR_INTERVALS}
            {...form.getInputProps('interval')}
          />
        </SimpleGrid>
        {files.length === 0 ? null : <FileQuestions form={form} />}
        {chosen?.needsMapping ? (
          <div>
            <Text size="sm" fw={600} mb={4}>
              Columns
            </Text>
            <Text size="xs" c="dimmed" mb={8}>
              Names from the header row, or numbers starting at 1. Empty fields are detected from the header.
            </Text>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
              {MAPPING_FIELDS.map(({ key, label }) => (
                <TextInput
                  key={key}
                  size="xs"
                  label={label}
                  value={mapping[key] ?? ''}
                  onChange={(event) => form.setFieldValue('mapping', { ...mapping, [key]: event.currentTarget.value })}
                />
              ))}
            </SimpleGrid>
          </div>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit">
            Import
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function zoneHint(usual: string | undefined, detected: ImportDetection | null): string {
  // Where the files do not tell it, none is usual.
  const zone = detected?.asks.includes('timezone') ? undefined : (detected?.timezone ?? usual)
  return zone === undefined ? 'Europe/Athens, UTC-05:00' : `Usually ${zone}`
}

export function ImportDialog({ isOpen, files, onClose }: ImportDialogProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title="Import market data"
      size={560}
      fullScreen={Boolean(isNarrow)}
      closeOnClickOutside={false}
      // Its height changes with what is recognized; its fields must not move away under the mouse.
      centered={false}
    >
      <ImportForm files={files} onClose={onClose} />
    </Dialog>
  )
}
