import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** Saves the algorithm with its versions as a file. */
export function ExportButton({ algorithmId }: { readonly algorithmId: string }): ReactElement {
  return (
    <Tooltip label="Export algorithm">
      <ActionIcon component="a" href={`/api/algorithm/${algorithmId}/export`} download aria-label="Export algorithm">
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
