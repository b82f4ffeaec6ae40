import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readSeriesId } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { ShownDataset } from '../../datasets/dataset-options.ts'
import { DimensionForm } from '../../datasets/dimension-form.tsx'
import { type SeriesColumn, seriesOfDataset } from '../../datasets/series-of-dataset.ts'
import { SourceBrowser } from '../../datasets/source-browser.tsx'
import { sourceDatasetQuery, sourceProvidersQuery } from '../../datasets/sources-queries.ts'
import { useOpenKeys } from '../../datasets/use-open-keys.ts'
import type { ChartOverlay } from '../chart-overlay.ts'
import classes from './overlay.module.css'

interface OverlayDialogProps {
  readonly isOpen: boolean
  readonly overlay: ChartOverlay | null
  readonly onClose: () => void
  readonly onChoose: (overlay: ChartOverlay) => void
}

/** A dataset, and of one with several columns which. */
export function OverlayDialog({ isOpen, overlay, onClose, onChoose }: OverlayDialogProps): ReactElement {
  const [dataset, setDataset] = useState<ShownDataset | null>(null)
  const close = (): void => {
    setDataset(null)
    onClose()
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title="Draw a dataset over the prices"
      size={720}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes['browser']}>
        {dataset === null ? (
          <SourceBrowser
            opened={overlay}
            onOpen={({ providerName, code, name }) => setDataset({ provider: providerName, code, name })}
          />
        ) : (
          <Chosen
            key={dataset.code}
            dataset={dataset}
            onDataset={setDataset}
            onChoose={(column) => {
              setDataset(null)
              onChoose({ ...dataset, column: readSeriesId(column.id)?.column ?? null })
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

interface ChosenProps {
  readonly dataset: ShownDataset
  readonly onDataset: (dataset: ShownDataset | null) => void
  readonly onChoose: (column: SeriesColumn) => void
}

/** What is still to be chosen of a dataset. */
function Chosen({ dataset, onDataset, onChoose }: ChosenProps): ReactElement {
  const back = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconArrowLeft size={14} aria-hidden />}
      onClick={() => onDataset(null)}
    >
      All datasets
    </Button>
  )
  return (
    <Stack gap={0} className={classes['chosen']}>
      <Group p={8} gap={8} wrap="nowrap">
        {back}
        <Text size="sm" fw={500} truncate>
          {dataset.name}
        </Text>
      </Group>
      <Columns dataset={dataset} onDataset={onDataset} onChoose={onChoose} />
    </Stack>
  )
}

function Columns({ dataset, onDataset, onChoose }: ChosenProps): ReactElement {
  const openKeys = useOpenKeys()
  const providers = useQuery(sourceProvidersQuery)
  const { data, error, refetch } = useQuery(sourceDatasetQuery(dataset))
  const [picked, setPicked] = useState<string | null>(null)
  const provider = providers.data?.find(({ name }) => name === dataset.provider)
  const failed = error ?? (provider === undefined ? providers.error : null)
  if (failed instanceof ApiError && failed.status === 400) {
    const button = (
      <Button variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={openKeys}>
        Enter API key
      </Button>
    )
    return <EmptyState title={errorText(failed)} action={button} />
  }
  if (failed !== null)
    return <ErrorState error={failed} onRetry={() => void Promise.all([refetch(), providers.refetch()])} />
  if (data === undefined || provider === undefined) return <LoadingRows />
  if (data.meta.dimensions !== null) {
    const choose = (choice: string): void => onDataset({ ...dataset, code: `${dataset.code}/${choice}` })
    return <DimensionForm dimensions={data.meta.dimensions} onChoose={choose} />
  }
  const columns = seriesOfDataset(dataset, provider, data.meta)
  if (typeof columns === 'string') return <EmptyState title="It cannot be drawn over prices" text={columns} />
  const chosen = columns.find(({ id }) => id === picked) ?? columns[0]
  return (
    <Stack gap="sm" p={12} maw={420}>
      <Text size="sm">It is drawn as steps on its own axis, each value from the moment it became available.</Text>
      {columns.length > 1 ? (
        <Select
          size="xs"
          label="Column"
          searchable
          allowDeselect={false}
          data={columns.map(({ id, label }) => ({ value: id, label }))}
          value={chosen?.id ?? null}
          onChange={setPicked}
        />
      ) : null}
      <div>
        <Button size="sm" onClick={() => chosen !== undefined && onChoose(chosen)}>
          Draw
        </Button>
      </div>
    </Stack>
  )
}
