import { INTERVALS } from '@tradeloom/domain'
import { Button, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { importFormatsQuery } from '../market-data-queries.ts'
import { ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { FileDrop } from './file-drop.tsx'
import { MAPPING_FIELDS, validateImport } from './import-fields.ts'
import { uploads } from './uploads.ts'

interface ImportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const NO_FILES: File[] = []

const BAR_INTERVALS = [
  { value: 'S1', label: '1 s' },
  ...Object.entries(INTERVALS).map(([value, { label }]) => ({ value, label })),
]

function ImportForm({ onClose }: { readonly onClose: () => void }): ReactElement {
  const formats = useQuery(importFormatsQuery)
  const [files, setFiles] = useState<File[]>(NO_FILES)
  const [format, setFormat] = useState<string | null>(null)
  const [instrumentId, setInstrumentId] = useState('')
  const [timezone, setTimezone] = useState('')
  const [interval, setInterval] = useState<string | null>(null)
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [wasTried, setTried] = useState(false)
  const wasSent = useRef(false)

  if (formats.isPending) return <LoadingRows rows={5} height={34} />
  if (formats.isError) return <ErrorState error={formats.error} onRetry={() => void formats.refetch()} />
  const chosen = formats.data.find(({ name }) => name === format)
  const errors = wasTried ? validateImport({ files, format, instrumentId }) : {}

  const submit = (): void => {
    setTried(true)
    if (wasSent.current || format === null || Object.keys(validateImport({ files, format, instrumentId })).length > 0)
      return
    const columns = chosen?.needsMapping ? mapping : {}
    // A second click that comes before the dialogue has closed is no second import.
    wasSent.current = true
    uploads.add({
      instrumentId: instrumentId.trim(),
      format,
      timezone: timezone.trim(),
      interval,
      mapping: columns,
      files,
    })
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <FileDrop files={files} error={errors.files} onChange={setFiles} />
        <Select
          label="Format"
          placeholder="Where the files come from"
          data={formats.data.map(({ name, title }) => ({ value: name, label: title }))}
          value={format}
          error={errors.format}
          description={chosen?.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={setFormat}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="Instrument"
            placeholder="EURUSD:OANDA"
            autoCapitalize="characters"
            value={instrumentId}
            error={errors.instrumentId}
            onChange={(event) => setInstrumentId(event.currentTarget.value)}
          />
          <TextInput
            label="Time zone of the files"
            // Left empty on purpose: for some formats the zone depends on the broker.
            placeholder={chosen === undefined ? 'Europe/Athens, UTC-05:00' : `Usual: ${chosen.defaultTimezone}`}
            value={timezone}
            onChange={(event) => setTimezone(event.currentTarget.value)}
          />
          <Select
            label="Interval of the bars"
            placeholder="Detect automatically"
            clearable
            data={BAR_INTERVALS}
            value={interval}
            onChange={setInterval}
          />
        </SimpleGrid>
        {chosen?.needsMapping ? (
          <div>
            <Text size="sm" fw={600} mb={4}>
              Columns
            </Text>
            <Text size="xs" c="dimmed" mb={8}>
              Names from the header row, or numbers counted from 1. What is left empty is taken from the header.
            </Text>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
              {MAPPING_FIELDS.map(({ key, label }) => (
                <TextInput
                  key={key}
                  size="xs"
                  label={label}
                  value={mapping[key] ?? ''}
                  onChange={(event) => setMapping({ ...mapping, [key]: event.currentTarget.value })}
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

export function ImportDialog({ isOpen, onClose }: ImportDialogProps): ReactElement {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Import market data"
      size={560}
      fullScreen={Boolean(isNarrow)}
      closeOnClickOutside={false}
    >
      <ImportForm onClose={onClose} />
    </Modal>
  )
}
