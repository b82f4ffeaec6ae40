import { Button, Group, Stack, Text } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatPlain } from '../../../ui/format.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { versionQuery, versionsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { DiffSurface } from '../../../entities/scripts/diff-surface.tsx'
import { useSaveValues } from './use-save-values.ts'

const HEIGHT = 320

interface UseValuesDialogProps {
  readonly optimization: Optimization
  readonly values: Readonly<Record<string, number>>
  /** Of the row, for the message of the version. */
  readonly index: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shows what would change in the script, and saves it as a new version. */
export function UseValuesDialog({ isOpen, ...props }: UseValuesDialogProps): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={props.onClose} title="Use these values" size="xl">
      <Content {...props} />
    </Dialog>
  )
}

function Content({ optimization, values, index, onClose }: Omit<UseValuesDialogProps, 'isOpen'>): ReactElement {
  const { algorithmId, algorithmVersionId, displayVersionNo } = optimization
  const algorithm = { id: algorithmId, readOnly: false }
  const version = useQuery(versionQuery(algorithm, algorithmVersionId))
  const versions = useQuery(versionsQuery(algorithm))
  const changed = useQuery({
    queryKey: ['script-with-defaults', algorithmVersionId, values],
    queryFn: async () => {
      const { withDefaults } = await loadModule(() => import('@tradeloom/script'))
      return withDefaults(version.data?.script ?? '', values)
    },
    enabled: version.data !== undefined,
    retry: false,
  })
  const save = useSaveValues(algorithmId, onClose)
  const latest = versions.data?.[0]
  const failed = [version, versions, changed].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (version.data === undefined || latest === undefined || changed.data === undefined)
    return <LoadingBlock height={HEIGHT} />
  const text = Object.entries(values)
    .map(([name, value]) => `${name} = ${formatPlain(value)}`)
    .join(', ')
  const isSame = changed.data === version.data.script
  return (
    <Stack gap="sm">
      <Text size="sm">
        {isSame
          ? `These values are already the defaults of ${displayVersionNo}: ${text}.`
          : `Saves ${displayVersionNo} as a new version whose defaults are ${text}.`}
      </Text>
      {latest.id === algorithmVersionId ? null : (
        <Text size="sm" c="var(--warn)">
          {`${latest.displayVersionNo} is newer than ${displayVersionNo}; its changes are not part of the new version.`}
        </Text>
      )}
      {isSame ? null : (
        <DiffSurface
          left={version.data.script}
          right={changed.data}
          leftLabel={displayVersionNo}
          rightLabel="New version"
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          disabled={isSame}
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              script: changed.data,
              message: `Values of optimization backtest ${index}`,
              previousVersionId: algorithmVersionId,
              latestVersionId: latest.id,
            })
          }
        >
          Save version
        </Button>
      </Group>
    </Stack>
  )
}
