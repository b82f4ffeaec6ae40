import { Button } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ToolLabel } from '../toolbar/tool-label.tsx'
import type { ChartOverlay } from '../chart-overlay.ts'

const OverlayDialog = lazyPart(async () => (await import('./overlay-dialog.tsx')).OverlayDialog)

interface OverlayToolProps {
  readonly overlay: ChartOverlay | null
  readonly onOverlay: (overlay: ChartOverlay) => void
}

/** Chooses a dataset that is drawn over the prices. */
export function OverlayTool({ overlay, onOverlay }: OverlayToolProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        title="Dataset"
        leftSection={<IconDatabase size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <ToolLabel>{overlay === null ? 'Dataset' : 'Dataset (1)'}</ToolLabel>
      </Button>
      <OverlayDialog
        isOpen={isOpen}
        overlay={overlay}
        onClose={() => setOpen(false)}
        onChoose={(next) => {
          setOpen(false)
          onOverlay(next)
        }}
      />
    </>
  )
}
