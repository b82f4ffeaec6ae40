import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import type { SourceProviderInfo } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { saveKey } from './save-key.ts'
import { SignUp } from './sign-up.tsx'
import { type DatasetPlace, loadDataset, sourceDatasetQuery } from '../../entities/datasets/sources-queries.ts'

interface KeyDialogProps {
  readonly provider: SourceProviderInfo
  readonly dataset: DatasetPlace
  /** Why a key is wanted. */
  readonly reason: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const KEY_WANTED = 'Please enter your API key'

/** Asks for the key of a provider: it opens the dataset, and only one that works is kept. */
export function KeyDialog({ provider, dataset, reason, isOpen, onClose }: KeyDialogProps): ReactElement {
  const client = useQueryClient()
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const close = (): void => {
    setKey('')
    setError(null)
    onClose()
  }
  const open = async (): Promise<void> => {
    const typed = key.trim()
    if (typed === '') {
      setError(KEY_WANTED)
      return
    }
    setBusy(true)
    setError(null)
    try {
      const reply = await loadDataset(dataset, typed)
      client.setQueryData(sourceDatasetQuery(dataset).queryKey, reply)
      close()
      await keep(typed)
    } catch (failure) {
      const text = errorText(failure, `Error fetching ${provider.title} data`)
      setError(failure instanceof ApiError ? (failure.fields['apiKey'] ?? text) : text)
    } finally {
      setBusy(false)
    }
  }
  const keep = async (typed: string): Promise<void> => {
    try {
      await saveKey(client, provider.name, typed)
      toastSuccess('API key saved')
    } catch (failure) {
      toastError(`The API key was used, but not saved: ${errorText(failure)}`)
    }
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title={`${provider.title} API key`}
      size={440}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          void open()
        }}
      >
        <Stack gap="sm">
          {reason === KEY_WANTED ? (
            <Text size="sm">{`${provider.title} requires an API key.`}</Text>
          ) : (
            <Text size="sm" role="alert" c="var(--danger)">
              {reason}
            </Text>
          )}
          <SignUp provider={provider} />
          <PasswordInput
            label="API key"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={key}
            error={error}
            onChange={(event) => {
              setKey(event.currentTarget.value)
              setError(null)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" size="sm" loading={isBusy}>
              OK
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
