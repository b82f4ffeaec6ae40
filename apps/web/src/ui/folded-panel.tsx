import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Panel } from './panel.tsx'

interface FoldedPanelProps {
  readonly title: string
  readonly actions?: ReactNode
  /** Its name in tours. */
  readonly tour?: string | undefined
  readonly onOpen?: (isOpen: boolean) => void
  /** Shown while it is collapsed. */
  readonly folded?: ReactNode
  readonly children: ReactNode
}

/** Collapsed at first; what is inside is not drawn until it is opened. */
export function FoldedPanel({ title, actions, tour, onOpen, folded = null, children }: FoldedPanelProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Panel
      title={title}
      tour={tour}
      flush
      actions={
        <>
          {isOpen ? actions : null}
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={isOpen ? `Hide ${title}` : `Show ${title}`}
            leftSection={<Chevron size={14} aria-hidden />}
            onClick={() => {
              setOpen(!isOpen)
              onOpen?.(!isOpen)
            }}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        </>
      }
    >
      {isOpen ? children : folded}
    </Panel>
  )
}
