import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { requireLogin } from '../auth/login.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Hint } from '../../ui/hint.tsx'

const NewAlgorithmDialog = lazyPart(async () => (await import('./list/new-algorithm-dialog.tsx')).NewAlgorithmDialog)

/** Opens the dialog, for visitors after a login. */
export function NewAlgorithmButton({ isSmall = false }: { readonly isSmall?: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to create algorithms')) setOpen(true)
  }
  return (
    <>
      {isSmall ? (
        <Hint label="New algorithm">
          <ActionIcon size="sm" aria-label="New algorithm" onClick={() => void start()}>
            <IconPlus size={15} aria-hidden />
          </ActionIcon>
        </Hint>
      ) : (
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => void start()}>
          New algorithm
        </Button>
      )}
      <NewAlgorithmDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
