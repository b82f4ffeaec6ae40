import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Hint } from '../../ui/hint.tsx'
import { openNewAlgorithm } from './new-algorithm.tsx'

export function NewAlgorithmButton({ isSmall = false }: { readonly isSmall?: boolean }): ReactElement {
  return isSmall ? (
    <Hint label="New algorithm">
      <ActionIcon size="sm" aria-label="New algorithm" onClick={() => void openNewAlgorithm()}>
        <IconPlus size={15} aria-hidden />
      </ActionIcon>
    </Hint>
  ) : (
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => void openNewAlgorithm()}>
      New algorithm
    </Button>
  )
}
