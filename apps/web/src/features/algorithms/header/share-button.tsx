import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Algorithm } from '@tradeloom/contracts'
import { IconShare3 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog)

export function ShareButton({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconShare3 size={14} aria-hidden />} onClick={open}>
        Share
      </Button>
      <ShareDialog algorithm={algorithm} isOpen={isOpen} onClose={close} />
    </>
  )
}
