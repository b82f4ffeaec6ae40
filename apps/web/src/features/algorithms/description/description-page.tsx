import { Stack } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useTitle } from '../../../ui/use-title.ts'
import { useRouteAlgorithm } from '../../../entities/algorithms/use-route-algorithm.ts'
import { DescriptionEditor } from './description-editor.tsx'
import { DescriptionText } from './description-text.tsx'
import { useDescriptionDraft } from './use-description-draft.ts'

export function DescriptionPage(): ReactElement | null {
  const { data } = useRouteAlgorithm()
  return data === undefined ? null : <Description key={data.id} algorithm={data} />
}

function Description({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const draft = useDescriptionDraft(algorithm)
  useTitle(`${algorithm.name}: description`)
  return (
    <Stack gap={14} maw={860} p="20px 16px">
      {draft.isEditing ? (
        <DescriptionEditor draft={draft} />
      ) : (
        <DescriptionText algorithm={algorithm} {...(algorithm.readOnly ? {} : { onEdit: draft.edit })} />
      )}
    </Stack>
  )
}
