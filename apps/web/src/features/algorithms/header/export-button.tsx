import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Hint } from '../../../ui/hint.tsx'

/** Saves the algorithm with its versions as a file. */
export function ExportButton({ algorithmId }: { readonly algorithmId: string }): ReactElement {
  return (
    <Hint label="Export algorithm">
      <ActionIcon component="a" href={`/api/algorithm/${algorithmId}/export`} download aria-label="Export algorithm">
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}
