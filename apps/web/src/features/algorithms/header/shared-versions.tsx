import { Button, Group, ScrollArea, Stack, Switch } from '@mantine/core'
import type { Algorithm, AlgorithmVersionSummary } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { LinkToCopy } from '../../../ui/link-to-copy.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { versionsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { versionLabel } from '../../../entities/algorithms/version-label.ts'
import { useUpdateAlgorithm } from './use-update-algorithm.ts'

interface SharedVersionsProps {
  readonly algorithm: Algorithm
  /** The form that shared it had the focus, and is gone. */
  readonly isJustShared: boolean
  readonly onClose: () => void
}

/** Automatic sharing, and a switch for each version. */
export function SharedVersions({ algorithm, isJustShared, onClose }: SharedVersionsProps): ReactElement {
  const { name, shared, shareNew } = algorithm
  const isLinkFirst = isJustShared && shared
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isJustShared) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isJustShared])
  const update = useUpdateAlgorithm(
    algorithm,
    (now) => {
      if (now.shared !== shared) toastSuccess(`${name} is no longer shared`)
      else toastSuccess(now.shareNew ? 'Auto sharing is on' : 'Auto sharing is off')
      if (!now.shared && !now.shareNew) onClose()
    },
    'Error turning sharing on or off',
  )
  return (
    <Stack ref={content} gap="md">
      <Switch
        label="Auto sharing"
        description="Shares every new version as you save it."
        checked={shareNew}
        disabled={update.isPending}
        data-autofocus={!isLinkFirst || undefined}
        onChange={(event) => update.mutate({ shareNew: event.currentTarget.checked })}
      />
      <VersionSwitches algorithm={algorithm} />
      {shared ? (
        <LinkToCopy
          label="Link for everyone"
          link={`${location.origin}/algorithms/${algorithm.id}`}
          isFocused={isLinkFirst}
        />
      ) : null}
      <Group justify="space-between" gap="xs">
        <Button
          size="sm"
          variant="default"
          disabled={!shared && !shareNew}
          loading={update.isPending}
          onClick={() => update.mutate({ shared: false, shareNew: false })}
        >
          Stop sharing
        </Button>
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

function VersionSwitches({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const client = useQueryClient()
  const versions = useQuery(versionsQuery(algorithm))
  const share = useMutation({
    mutationFn: ({ versionId, shared }: { readonly versionId: string; readonly shared: boolean }) =>
      call('updateVersion', { params: { id: algorithm.id, versionId }, body: { shared } }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      void client.invalidateQueries({ queryKey: ['algorithm', algorithm.id] })
      await client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
    },
    onError: (error) => toastError(errorText(error, `Error sharing ${algorithm.name}`)),
  })
  if (versions.isPending) return <LoadingRows rows={3} />
  if (versions.isError) return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  return (
    <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars>
      <Stack gap="xs" role="group" aria-label="Shared versions">
        {versions.data.map((version, index) => (
          <Switch
            key={version.id}
            size="xs"
            label={[versionLabel(version, index === 0), publicNumber(version), version.message]
              .filter((part) => part !== '')
              .join(' · ')}
            checked={version.shared}
            disabled={share.isPending}
            onChange={(event) => share.mutate({ versionId: version.id, shared: event.currentTarget.checked })}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

/** Everybody else counts only shared versions, so their numbers may be lower than the owner's. */
function publicNumber({ versionNo, sharedVersionNo }: AlgorithmVersionSummary): string {
  return sharedVersionNo === null || sharedVersionNo === versionNo ? '' : `v${sharedVersionNo} for everyone else`
}
