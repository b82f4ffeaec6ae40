import { Stack } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Sheet } from '../../../../ui/sheet.tsx'
import { ReproducibilityPanel } from '../inputs/reproducibility-panel.tsx'
import { VerificationPanel } from '../verify/verification-panel.tsx'

interface ReproducibilityDrawerProps {
  readonly result: BacktestDetail
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** From what a run was computed, and whether it can be computed again. */
export function ReproducibilityDrawer({ result, isOpen, onClose }: ReproducibilityDrawerProps): ReactElement {
  return (
    <Sheet opened={isOpen} onClose={onClose} position="right" size="lg" title="Reproducibility">
      <Stack gap={12}>
        {result.readOnly || result.status !== 'Completed' ? null : <VerificationPanel result={result} />}
        <ReproducibilityPanel result={result} />
      </Stack>
    </Sheet>
  )
}
