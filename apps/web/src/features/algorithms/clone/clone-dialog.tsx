import { Button, Group, Stack, Text } from '@mantine/core'
import { type Algorithm, nameOfCopy } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { versionsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { LoadingRows } from '../../../ui/states.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { preloadEditor } from '../../../entities/scripts/preload-editor.ts'
import { VersionSelect } from '../../../entities/algorithms/version-select.tsx'

interface CloneDialogProps {
  readonly algorithm: Algorithm
  readonly isOpen: boolean
  readonly onClose: () => void
}

function CloneForm({ algorithm, onClose }: Omit<CloneDialogProps, 'isOpen'>): ReactElement | null {
  const client = useQueryClient()
  const navigate = useNavigate()
  const versions = useQuery(versionsQuery(algorithm))
  const fail = useEffectEvent((error: Error) => {
    toastError(errorText(error))
    onClose()
  })
  useEffect(() => {
    if (versions.error !== null) fail(versions.error)
  }, [versions.error])
  // The next page is the editor.
  useEffect(preloadEditor, [])
  const [picked, setPicked] = useState<string | null>(null)
  const versionId = picked ?? versions.data?.[0]?.id ?? null

  const clone = useMutation({
    mutationFn: () =>
      call('createAlgorithm', {
        body: {
          name: nameOfCopy(algorithm.name),
          description: algorithm.description,
          clonedFromAlgorithm: algorithm.id,
          clonedFromVersion: versionId,
        },
      }),
    onSuccess: async (created, next: 'edit' | 'trade') => {
      toastSuccess(`${algorithm.name} has been copied to your algorithm list`)
      onClose()
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      const params = { algorithmId: created.id }
      if (next === 'edit') await navigate({ to: '/algorithms/$algorithmId', params })
      else await navigate({ to: '/algorithms/$algorithmId/trade', params, search: { new: true } })
    },
    onError: (error) => toastError(errorText(error, 'Error copying algorithm')),
  })

  if (versions.isPending) return <LoadingRows rows={2} />
  if (versions.isError) return null
  return (
    <Stack gap="md">
      <Text size="sm">
        A copy of <strong>{algorithm.name}</strong> by {algorithm.username} will be added to your algorithms.
      </Text>
      <VersionSelect label="Version to copy" versions={versions.data} value={versionId} onChange={setPicked} />
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={versionId === null || clone.isPending}
          onClick={() => clone.mutate('trade')}
        >
          Trade a copy
        </Button>
        <Button size="sm" disabled={versionId === null} loading={clone.isPending} onClick={() => clone.mutate('edit')}>
          Clone
        </Button>
      </Group>
    </Stack>
  )
}

export function CloneDialog({ algorithm, isOpen, onClose }: CloneDialogProps): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Clone Algorithm" size={440}>
      <CloneForm algorithm={algorithm} onClose={onClose} />
    </Dialog>
  )
}
