import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { EmptyState, ErrorState, LoadingRows, LoginState } from '../../ui/states.tsx'
import { SwitchOnLink } from '../../entities/user/switch-on-link.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { DatasetContent } from './dataset-content.tsx'
import type { DatasetOptions, ShownDataset } from '../../entities/datasets/dataset-options.ts'
import { DimensionForm } from '../../entities/datasets/dimension-form.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { sourceDatasetQuery, sourceProvidersQuery } from '../../entities/datasets/sources-queries.ts'

interface DatasetViewProps {
  readonly dataset: ShownDataset
  readonly options: DatasetOptions
  readonly onOptions: (options: DatasetOptions) => void
  /** A series of the dataset was chosen. */
  readonly onDataset: (dataset: ShownDataset) => void
}

/** A dataset as a chart or a table, or why it is not there. */
export function DatasetView(props: DatasetViewProps): ReactElement {
  const user = useUser()
  const { data, error, refetch } = useQuery(sourceProvidersQuery)
  if (user === null) {
    return (
      <LoginState
        title="Please log in to view"
        action={
          <Button variant="default" onClick={() => void askForLogin()}>
            Log in to continue
          </Button>
        }
      />
    )
  }
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (user === undefined || data === undefined) return <LoadingRows />
  const provider = data.find(({ name }) => name === props.dataset.provider)
  if (provider === undefined) return <EmptyState title="Data provider not available" />
  if (!provider.isOn) {
    return (
      <EmptyState
        title={`${provider.title} is switched off`}
        text="An administrator can switch it on."
        action={<SwitchOnLink to="/admin/data-sources" />}
      />
    )
  }
  return <Loaded key={`${provider.name} ${props.dataset.code}`} {...props} provider={provider} />
}

function Loaded({
  dataset,
  options,
  onOptions,
  onDataset,
  provider,
}: DatasetViewProps & { readonly provider: SourceProviderInfo }) {
  const { data, error, isFetching, refetch } = useQuery(sourceDatasetQuery(dataset))
  const [isDismissed, setDismissed] = useState(false)
  const isKeyWanted = error instanceof ApiError && error.status === 400
  if (data === undefined && error === null) return <LoadingRows />
  if (data === undefined || (isKeyWanted && error !== null)) {
    const text = errorText(error, `Error fetching ${provider.title} data`)
    if (!isKeyWanted) return <ErrorState error={new Error(text)} onRetry={() => void refetch()} />
    return (
      <>
        <LoginState
          title={text}
          action={
            <Button
              variant="default"
              leftSection={<IconKey size={14} aria-hidden />}
              loading={isFetching}
              onClick={() => setDismissed(false)}
            >
              Enter API key
            </Button>
          }
        />
        <KeyDialog
          provider={provider}
          dataset={dataset}
          reason={text}
          isOpen={!isDismissed}
          onClose={() => setDismissed(true)}
        />
      </>
    )
  }
  const { dimensions } = data.meta
  if (dimensions !== null) {
    return (
      <DimensionForm
        dimensions={dimensions}
        onChoose={(choice) => onDataset({ ...dataset, code: `${dataset.code}/${choice}` })}
      />
    )
  }
  if (data.data.length === 0)
    return <EmptyState title="No values" text="The provider lists this dataset without values." />
  return (
    <DatasetContent
      dataset={dataset}
      provider={provider}
      reply={data}
      error={error === null ? data.error : errorText(error)}
      options={options}
      onOptions={onOptions}
    />
  )
}
